"""What `xlvp.html` does: the commands in a browser, with forms made from the declarations of their options.

    answers     what a job answers, in blocks that the page can show
    shows       the commands run, and their answers in such blocks
    words       what the commands say, in words of the page
    jobs        every job of the page, declared once
    forms       the forms of all jobs, as the page reads them
    desk        one job done in a folder: the way in for the page's worker

The page itself, which runs this in Pyodide, is in the folder `page` of the checkout.
"""
