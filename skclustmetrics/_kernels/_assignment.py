"""Heaviest one-to-one matching of a sparse table's rows and columns."""

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import (
    connected_components,
    maximum_bipartite_matching,
    min_weight_full_bipartite_matching,
)

__all__ = ["choose_dominant", "heaviest_matching", "largest_matching_size"]

# below this many cells a dense solve of a component is the faster one
_DENSE_CELLS = 1 << 20


def heaviest_matching(rows, columns, weights, shape):
    """Choose cells, at most one a row and one a column, of largest total weight.

    Parameters
    ----------
    rows, columns : ndarray of shape (n_cells,), dtype intp
        Where the cells are; no place twice.
    weights : ndarray of shape (n_cells,)
        Positive weights.
    shape : tuple of (int, int)
        Number of rows and of columns.

    Returns
    -------
    chosen : ndarray of shape (n_chosen,), dtype intp
        The chosen cells' positions in `rows`, ascending. Places without a cell count 0
        and are never chosen.
    """
    weights = np.asarray(weights, dtype=np.float64)
    chosen, left = choose_dominant(rows, columns, weights, shape)
    if left.size:
        solved = _solve_components(rows[left], columns[left], weights[left], shape)
        chosen = np.concatenate([chosen, left[solved]])
    return np.sort(chosen)


def largest_matching_size(rows, columns, shape):
    """Count the cells of a largest choice of at most one a row and one a column.

    Parameters
    ----------
    rows, columns : ndarray of shape (n_cells,), dtype intp
        Where the cells are; no place twice.
    shape : tuple of (int, int)
        Number of rows and of columns.

    Returns
    -------
    int
    """
    table = _graph(np.ones(rows.size, np.int8), rows, columns, shape)
    return int(np.count_nonzero(maximum_bipartite_matching(table) >= 0))


def _graph(values, rows, columns, shape):
    # the graph routines of older SciPy take 32-bit indices only
    places = rows.astype(np.int32), columns.astype(np.int32)
    return csr_array((values, places), shape=shape)


def choose_dominant(rows, columns, weights, shape, *, surpass=False):
    """Choose the cells that outweigh what they displace, as long as they are many.

    A cell that weighs at least as much as the heaviest other cell of its row and the
    heaviest other cell of its column together is part of some heaviest matching; one
    that weighs more is part of all of them.

    Parameters
    ----------
    rows, columns, weights, shape
        As in `heaviest_matching`.
    surpass : bool, default=False
        Whether only cells that weigh more are chosen.

    Returns
    -------
    chosen, left : ndarray, dtype intp
        Positions of the chosen cells, and of those that share neither row nor column
        with these.
    """
    left = np.arange(rows.size)
    chosen = []
    while left.size:
        r, c, w = rows[left], columns[left], weights[left]
        displaced = _heaviest_other(r, w, shape[0]) + _heaviest_other(c, w, shape[1])
        found = np.flatnonzero(w > displaced if surpass else w >= displaced)
        # equal cells may compete for one row or column: the first of each stays
        found = found[np.unique(r[found], return_index=True)[1]]
        found = found[np.unique(c[found], return_index=True)[1]]
        chosen.append(left[found])
        row_free, column_free = np.ones(shape[0], bool), np.ones(shape[1], bool)
        row_free[r[found]] = False
        column_free[c[found]] = False
        stays = row_free[r] & column_free[c]
        few = found.size * 100 < left.size
        left = left[stays]
        if few:
            break
    empty = np.zeros(0, np.intp)
    return np.concatenate([empty, *chosen]), left


def _heaviest_other(group, weights, n_groups):
    """For each cell, the largest weight of the other cells of its group, or 0."""
    order = np.lexsort((-weights, group))
    sorted_group, sorted_weights = group[order], weights[order]
    starts = np.flatnonzero(np.diff(sorted_group, prepend=-1))
    first, second = np.zeros(n_groups), np.zeros(n_groups)
    first[sorted_group[starts]] = sorted_weights[starts]
    has_two = np.append(starts[1:], group.size) - starts > 1
    second[sorted_group[starts[has_two]]] = sorted_weights[starts[has_two] + 1]
    others = first[group]
    heaviest = order[starts]
    others[heaviest] = second[group[heaviest]]
    return others


def _solve_components(rows, columns, weights, shape):
    """Solve each connected component by itself."""
    n_nodes = sum(shape)
    edges = np.ones(rows.size, np.int8)
    graph = _graph(edges, rows, shape[0] + columns, (n_nodes, n_nodes))
    component = connected_components(graph, directed=False)[1][rows]
    order = np.argsort(component, kind="stable")
    ends = np.flatnonzero(np.diff(component[order], append=component.max() + 1)) + 1
    chosen = []
    for cells in np.split(order, ends[:-1]):
        row_ids, r = np.unique(rows[cells], return_inverse=True)
        column_ids, c = np.unique(columns[cells], return_inverse=True)
        size = (row_ids.size, column_ids.size)
        solve = _solve_dense if size[0] * size[1] <= _DENSE_CELLS else _solve_sparse
        chosen.append(cells[solve(r, c, weights[cells], size)])
    return np.concatenate(chosen)


def _solve_dense(rows, columns, weights, shape):
    table = np.zeros(shape)
    table[rows, columns] = weights
    partner = np.full(shape[0], -1)
    matched_rows, matched_columns = linear_sum_assignment(table, maximize=True)
    partner[matched_rows] = matched_columns
    return np.flatnonzero(partner[rows] == columns)


def _solve_sparse(rows, columns, weights, shape):
    if shape[0] > shape[1]:
        return _solve_sparse(columns, rows, weights, shape[::-1])
    # SciPy matches every row: a column of its own lets a row stay alone. All weights
    # are raised by one, since SciPy takes a stored zero for an absent cell.
    n_rows, n_columns = shape
    alone = np.arange(n_rows)
    table = _graph(
        np.concatenate([weights + 1.0, np.ones(n_rows)]),
        np.concatenate([rows, alone]),
        np.concatenate([columns, n_columns + alone]),
        (n_rows, n_columns + n_rows),
    )
    matched_rows, matched_columns = min_weight_full_bipartite_matching(
        table, maximize=True
    )
    partner = np.empty(n_rows, np.intp)
    partner[matched_rows] = matched_columns
    return np.flatnonzero(partner[rows] == columns)
