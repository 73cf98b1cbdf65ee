"""Two segments of real matches on vugraph, with the carry-over that the next segment of each says."""

POLISH_LEAGUE = (
    "vg|Polish Premiere League Round 3 of 15,SEGMENT 1_2,I,1,12,UNIA,0,AZS PWR,0|\r\n"
    "rs|4SEx-2,4HS+1,5HNx=,5HNx=,2SN-3,2SS-1,4SW+1,4SW+1,1SE=,2HW=,3NW=,3NE=,2SS=,2SS=,4SN-1,3SN+2,3DSx-2,2SW+2,"
    "2HE+2,2HE+1,4SN=,4SS-2,3NS=,3NS=|\r\n"
    "pn|S,W,N,E,s,w,n,e|pg||\r\nqx|o1|st||md|3S4H9654DT87CKQ984|\r\n"
)
"""The next segment begins with 12-18 (vugraph archive of Bridge Base Online, 15646 and 15649)."""

FRENCH_TRIAL = (
    "vg|1_2 Finale Selection Francaise,Segment 5_7,I,1,16,Sebbane,81,Michaud-Lariviere,128|\r\n"
    "rs|4HN+2,4HN+2,5DE+1,5DE+1,2SS+2,3SS=,3NW-1,3NWx-1,4SN-2,5CS-1,3NS+1,3NS=,3DS=,3DS+1,4SE-2,4SE-1,4HW+1,4HW+1,"
    "6SSx-3,6SSx-3,4SE+1,4SE=,4SE-1,4SE-2,4SN-2,3SS-1,3NE-3,4HW-2,3DE=,1NS-2,4SW=,4SE=|\r\n"
)
"""The next segment begins with 90-141 (the same archive, 8495 and 8496)."""
