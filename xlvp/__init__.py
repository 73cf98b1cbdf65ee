"""Bridge team scoring: IMPs, WBF and ACBL victory points, contract scores, matchpoints."""

from xlvp.rules.acbl import acbl_vp
from xlvp.rules.board import dealer, vulnerability
from xlvp.rules.contract import contract_score, ns_score
from xlvp.rules.curve import Curve, curve_vp
from xlvp.rules.field import (
    board_a_match,
    butler_datum,
    cross_imps,
    matchpoint_percent,
    matchpoints,
    total_points,
)
from xlvp.rules.imps import imps
from xlvp.rules.owntable import table_vp
from xlvp.rules.result import board_score
from xlvp.rules.scales import imps_needed, match_vp, vp_scale
from xlvp.rules.vptable import ScaleRow, VPTable
from xlvp.rules.wbf import wbf_vp

__version__ = "0.1.0"

__all__ = [
    "Curve",
    "ScaleRow",
    "VPTable",
    "__version__",
    "acbl_vp",
    "board_a_match",
    "board_score",
    "butler_datum",
    "contract_score",
    "cross_imps",
    "curve_vp",
    "dealer",
    "imps",
    "imps_needed",
    "match_vp",
    "matchpoint_percent",
    "matchpoints",
    "ns_score",
    "table_vp",
    "total_points",
    "vp_scale",
    "vulnerability",
    "wbf_vp",
]
