"""What the campaigns tell of many waits."""


def percentile(values, percent):
    """Give the value below which so many of a hundred lie; 0.0 where there are none."""
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
