"""What LibreOffice loads: the functions of the catalogue as one UNO service.

Only LibreOffice can run this file; all that can be thought out elsewhere is in `xlvp.libreoffice.calc`. In the
extension the package has another name, so that no xlvp installed in the same Python takes its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import uno  # type: ignore[import-not-found]
import unohelper  # type: ignore[import-not-found]

from xlvp.catalogue import FUNCTIONS
from xlvp.libreoffice.calc import INTERFACE, SERVICE, answer, method

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlvp.catalogue import Function


class Bridge(unohelper.Base, uno.getClass(INTERFACE), uno.getClass("com.sun.star.lang.XServiceInfo")):  # type: ignore[misc]
    """The functions; their methods are added below."""

    def __init__(self, context: Any) -> None:
        # Python names the separator only where the system's locale is set, and LibreOffice can have one of its own.
        services = context.ServiceManager
        formatter = services.createInstanceWithContext("com.sun.star.util.NumberFormatter", context)
        formatter.attachNumberFormatsSupplier(
            services.createInstanceWithContext("com.sun.star.util.NumberFormatsSupplier", context)
        )
        self.separator = formatter.convertNumberToString(0, 0.5)[1]

    def getImplementationName(self) -> str:  # noqa: N802
        """Return the name under which the component is registered."""
        return SERVICE

    def supportsService(self, name: str) -> bool:  # noqa: N802
        """Return whether this is the service of that name."""
        return name == SERVICE

    def getSupportedServiceNames(self) -> tuple[str, ...]:  # noqa: N802
        """Return the only name."""
        return (SERVICE,)


def _method_of(function: Function) -> Callable[..., Any]:
    return lambda self, *given: answer(function, given, self.separator)


for _function in FUNCTIONS:
    setattr(Bridge, method(_function), _method_of(_function))

g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816  (LibreOffice looks for this name)
g_ImplementationHelper.addImplementation(Bridge, SERVICE, (SERVICE,))
