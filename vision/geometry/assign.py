"""The assignment problem: pair rows with columns at the least cost."""

import numpy as np


def assign(cost: np.ndarray) -> list[int]:
    """Give each row its column so that the sum of costs is least, float (N, M), N <= M.

    The Hungarian method by shortest augmenting paths (Jonker and Volgenant, Computing 38, 1987).
    """
    rows, columns = cost.shape
    above, beside = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, int)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least, way = np.full(columns + 1, np.inf), np.zeros(columns + 1, int)
        done = np.zeros(columns + 1, bool)
        while owner[column]:
            done[column] = True
            at = owner[column]
            slack = cost[at - 1] - above[at] - beside[1:]
            nearer = ~done[1:] & (slack < least[1:])
            least[1:][nearer] = slack[nearer]
            way[1:][nearer] = column
            following = 1 + int(np.argmin(np.where(done[1:], np.inf, least[1:])))
            step = least[following]
            above[owner[done]] += step
            beside[done] -= step
            least[~done] -= step
            column = following
        while column:
            owner[column] = owner[way[column]]
            column = way[column]
    found = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            found[owner[column] - 1] = column - 1
    return found
