"""Heaviest one-to-one matching of whole counts, exactly, with a rule for equal ones."""

from heapq import heappop, heappush

import numpy as np

from skclustmetrics._kernels._assignment import choose_dominant, heaviest_matching

__all__ = ["heaviest_matching_of_counts"]

# whole numbers with this many bits, and a few sums of them, are exact in float64
_EXACT_BITS = 50

# how often floating point looks at the next bits of the weights
_ROUNDS = 2


def heaviest_matching_of_counts(rows, columns, counts, terms, shape):
    """Choose cells of largest total count and, among equals, of largest total term.

    Parameters
    ----------
    rows, columns : ndarray of shape (n_cells,), dtype intp
        Where the cells are; no place twice.
    counts : ndarray of shape (n_cells,), dtype int64 or object
        Positive whole numbers of any size.
    terms : callable
        Takes positions of cells and returns their terms in an ndarray of Python
        integers that are not negative.
    shape : tuple of (int, int)
        Number of rows and of columns.

    Returns
    -------
    chosen : ndarray of shape (n_chosen,), dtype intp
        The chosen cells' positions in `rows`, ascending. Places without a cell count 0
        and are never chosen.

    Notes
    -----
    A count takes the high bits of a whole weight and a term the low ones, too few for
    all terms of a matching to reach one count. The best matching is found by prices of
    rows and columns, none of them negative, such that no cell weighs more than its two
    prices, chosen cells weigh just that much, and what is left alone has price 0: no
    matching can weigh more than all prices together, which is what the chosen cells
    weigh.

    Floating point narrows the choice, on whole numbers that are exact there: the counts
    alone, then the highest bits of the weights. With K cells chosen at most, rounding
    down costs a matching less than K units, so that no cell that weighs K units less
    than its prices is part of a best matching. The rest is decided on Python integers.
    """
    left = np.arange(rows.size)
    forced = left[:0]
    if left.size and int(counts.sum()).bit_length() <= _EXACT_BITS:
        approximate = counts.astype(np.float64)
        forced, left = choose_dominant(rows, columns, approximate, shape, surpass=True)
        kept = _narrow(rows[left], columns[left], approximate[left], shape, 1)[0]
        left = left[kept]
    if left.size:
        solved = _solve(rows[left], columns[left], counts[left], terms(left), shape)
        forced = np.concatenate([forced, left[solved]])
    return np.sort(forced)


def _solve(rows, columns, counts, terms, shape):
    n_pairs = min(shape)
    term_bits = (int(terms.max()) * n_pairs).bit_length()
    weights = (counts.astype(object) << term_bits) + terms
    left = np.arange(rows.size)
    for _ in range(_ROUNDS):
        shift = max((int(weights.max()) * n_pairs).bit_length() - _EXACT_BITS, 0)
        approximate = (weights >> shift).astype(np.float64)
        kept, chosen, *prices = _narrow(rows, columns, approximate, shape, n_pairs)
        left, rows, columns, weights = (
            values[kept] for values in (left, rows, columns, weights)
        )
        chosen = np.flatnonzero(np.isin(kept, chosen))
        # what costs more than the rounding is not left alone, whatever its price: a
        # lower one leaves the best matching as it is, and more bits of the weights
        lowered = [np.minimum(side, 2.0 * n_pairs) for side in prices]
        for side, low, nodes in zip(prices, lowered, (rows, columns), strict=True):
            weights = weights - (
                (side - low)[nodes].astype(np.int64).astype(object) << shift
            )
        prices = [int(price) << shift for price in lowered[1].tolist()]
    matching = _Matching(
        rows.tolist(), (columns + shape[0]).tolist(), weights.tolist(), prices, shape[0]
    )
    for cell in chosen.tolist():
        matching.join_if_tight(cell)
    for node in range(sum(shape)):
        matching.settle(node)
    return left[np.array(matching.chosen(), dtype=np.intp)]


def _narrow(rows, columns, weights, shape, tolerance):
    """Leave out cells that weigh so much less than their prices, or more.

    Returns
    -------
    kept : ndarray of shape (n_kept,), dtype intp
        The positions of the other cells.
    chosen : ndarray of shape (n_chosen,), dtype intp
        The positions of the cells of a heaviest matching.
    row_prices, column_prices : ndarray, dtype float64
        The prices; 0 if rounding keeps them from holding.
    """
    chosen = heaviest_matching(rows, columns, weights, shape)
    own_weight = np.zeros(shape[0])
    own_weight[rows[chosen]] = weights[chosen]
    # a row that is left alone stands by an additional column of price 0
    own_column = np.full(shape[0], shape[1])
    own_column[rows[chosen]] = columns[chosen]
    prices = np.zeros(shape[1] + 1)
    order = np.argsort(columns, kind="stable")
    starts = np.flatnonzero(np.diff(columns[order], prepend=-1))
    priced = columns[order[starts]]
    for _ in range(min(shape) + 1):
        row_prices = own_weight - prices[own_column]
        bids = np.maximum.reduceat((weights - row_prices[rows])[order], starts)
        if (bids <= prices[priced]).all() and row_prices.min() >= 0.0:
            # no row prefers another column than its own
            slacks = row_prices[rows] + prices[columns] - weights
            return np.flatnonzero(slacks < tolerance), chosen, row_prices, prices[:-1]
        prices[priced] = np.maximum(prices[priced], bids)
    # the matching is not a heaviest one, which only rounding could bring about
    return np.arange(rows.size), chosen, np.zeros(shape[0]), np.zeros(shape[1])


class _Matching:
    """A matching with prices that improves node by node; rows come before columns.

    Prices are never negative and no cell weighs more than the prices of its two nodes;
    the slack is what it weighs less. Cells of the matching have slack 0.
    """

    def __init__(self, rows, columns, weights, column_prices, n_rows):
        self.cells = list(zip(rows, columns, weights, strict=True))
        self.prices = [0] * n_rows + column_prices
        self.partner = [-1] * len(self.prices)
        self.neighbours = [[] for _ in self.prices]
        for row, column, weight in self.cells:
            self.neighbours[row].append((column, weight))
            self.neighbours[column].append((row, weight))
            above = weight - self.prices[column]
            self.prices[row] = max(self.prices[row], above)

    def join_if_tight(self, cell):
        """Match row and column of a cell without slack; both must be alone."""
        row, column, weight = self.cells[cell]
        if self.prices[row] + self.prices[column] == weight:
            self.partner[row], self.partner[column] = column, row

    def chosen(self):
        """Return the positions of the matched cells."""
        return [
            position
            for position, (row, column, _) in enumerate(self.cells)
            if self.partner[row] == column
        ]

    def settle(self, start):
        """Give a node that is alone a partner, or price 0.

        Dijkstra's algorithm with slacks for lengths, along paths on which every second
        cell is matched. Such a path ends at a node that is alone or leaves a node of
        the side of `start` alone, for the price of that node.
        """
        if self.partner[start] >= 0 or not self.prices[start]:
            return
        prices, partner = self.prices, self.partner
        nearest, end = prices[start], start
        same_side, other_side, previous = {}, {}, {}
        queue = [(0, start)]
        while queue and queue[0][0] < nearest:
            distance, node = heappop(queue)
            if node in same_side:
                continue
            same_side[node] = distance
            if distance + prices[node] < nearest:
                nearest, end = distance + prices[node], node
            base = distance + prices[node]
            for other, weight in self.neighbours[node]:
                length = base + prices[other] - weight
                if length >= other_side.get(other, nearest) or length >= nearest:
                    continue
                other_side[other] = length
                previous[other] = node
                if partner[other] < 0:
                    nearest, end = length, other
                else:
                    heappush(queue, (length, partner[other]))
        for node, distance in same_side.items():
            prices[node] -= max(nearest - distance, 0)
        for node, distance in other_side.items():
            prices[node] += max(nearest - distance, 0)
        self._flip(start, end, previous)

    def _flip(self, start, end, previous):
        """Exchange matched and unmatched cells on the path from `start` to `end`."""
        partner = self.partner
        if end == start:
            return
        if end not in previous:  # of the side of start: it is left alone
            left, end = end, partner[end]
            partner[left] = -1
        while True:
            node = previous[end]
            following = partner[node]
            partner[node], partner[end] = end, node
            if node == start:
                return
            end = following
