"""The table of the benchmark: rows of figures in, lines of text out. It measures nothing.

A row is a run with what it is held against: a limit of the machine or a required figure (`limit`),
PyTorch (`peer`), or both. Every bound is one of a ratio.
"""

import dataclasses


@dataclasses.dataclass
class Row:
    """One run. Seconds for a time, bytes for memory, bytes a second for a rate."""

    name: str
    unit: str  # a key of UNITS
    ours: float
    limit: float = None
    limit_bound: float = None  # what ours / limit may be at most, or, of a rate, must be at least
    peer: float = None
    peer_bound: float = None  # what peer / ours must be at least

    @property
    def limit_ratio(self):
        return None if self.limit is None else self.ours / self.limit

    @property
    def peer_ratio(self):
        return None if self.peer is None else self.peer / self.ours

    @property
    def is_rate(self):
        """Of rates more is better."""
        return self.unit.endswith("/s")

    @property
    def met(self):
        """Whether all bounds hold; None where there is none."""
        kept = []
        if self.limit_bound is not None:
            kept.append(self.limit_ratio >= self.limit_bound if self.is_rate
                        else self.limit_ratio <= self.limit_bound)
        if self.peer_bound is not None:
            kept.append(self.peer_ratio >= self.peer_bound)
        return all(kept) if kept else None

    def as_dict(self):
        """For bench.json."""
        return {**dataclasses.asdict(self), "ours_to_limit": self.limit_ratio,
                "peer_to_ours": self.peer_ratio, "met": self.met}


UNITS = {"ms": 1e-3, "ns/B": 1e-9, "MB": 1e6, "MB/s": 1e6}

HEADINGS = (
    ("", "", "limit or", "ours /", "", "", "PyTorch", "", ""),
    ("run", "ours", "required", "limit", "bound", "PyTorch", "/ ours", "bound", ""),
)
NAME_WIDTH = 32
WIDTHS = (11, 11, 7, 7, 10, 8, 7, 7)


def _amount(value, unit):
    if value is None:
        return ""
    number = value / UNITS[unit]
    digits = 0 if number >= 99.5 else 1 if number >= 9.95 else 2
    return f"{number:.{digits}f} {unit}"


def _ratio(value):
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


def _bound(value, sign):
    return "" if value is None else f"{sign} {value:g}"


def _cells(row):
    verdict = {True: "met", False: "missed", None: ""}[row.met]
    return (row.name, _amount(row.ours, row.unit), _amount(row.limit, row.unit),
            _ratio(row.limit_ratio), _bound(row.limit_bound, ">=" if row.is_rate else "<="),
            _amount(row.peer, row.unit), _ratio(row.peer_ratio), _bound(row.peer_bound, ">="),
            verdict)


def _line(cells):
    return (cells[0].ljust(NAME_WIDTH)
            + "".join(cell.rjust(width) for cell, width in zip(cells[1:], WIDTHS))).rstrip()


def lines_of(rows):
    """The table, a line each."""
    return [*map(_line, HEADINGS), "-" * (NAME_WIDTH + sum(WIDTHS)),
            *(_line(_cells(row)) for row in rows)]
