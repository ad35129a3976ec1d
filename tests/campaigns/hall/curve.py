"""Draw how the board grows: four small panels in one SVG, with nothing but the points and their lines."""

WIDE, HIGH, LEFT, TOP = 250, 130, 56, 34
GAP = 40
INK, LINE, PAPER = "#333", "#1f6f54", "#fff"


def panel(at, title, unit, points):
    """Draw a panel: `points` as (name under the axis, value), even steps apart, from zero upwards."""
    column, line = at % 2, at // 2
    left, top = LEFT + column * (WIDE + LEFT + GAP), TOP + line * (HIGH + TOP + GAP)
    most = max(value for _, value in points) * 1.15
    step = WIDE / (len(points) - 1)
    places = [(left + step * k, top + HIGH * (1 - value / most)) for k, (_, value) in enumerate(points)]
    said = [f'<text x="{left}" y="{top - 12}" font-weight="bold">{title}</text>']
    said.append(f'<path d="M{left} {top}v{HIGH}h{WIDE}" fill="none" stroke="{INK}"/>')
    road = " ".join(f"{x:.0f},{y:.0f}" for x, y in places)
    said.append(f'<polyline points="{road}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    for (x, y), (name, value) in zip(places, points, strict=True):
        said.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3" fill="{LINE}"/>')
        said.append(f'<text x="{x:.0f}" y="{y - 7:.0f}" text-anchor="middle">{value:.3g}</text>')
        said.append(f'<text x="{x:.0f}" y="{top + HIGH + 15}" text-anchor="middle">{name}</text>')
    said.append(f'<text x="{left - 6}" y="{top + 8}" text-anchor="end">{unit}</text>')
    return said


def drawn(points):
    """Draw the points that `growth` has measured: by tables after one evening, by evenings at 64 tables."""
    tables = sorted(
        {each.tables: each for each in points if each.evenings == 1}.values(), key=lambda p: p.tables
    )
    past = sorted(
        {each.evenings: each for each in points if each.tables == 64}.values(), key=lambda p: p.evenings
    )
    panels = [
        panel(0, "a message taken in, by tables", "µs", [(p.tables, p.message) for p in tables]),
        panel(
            1, "the club settled and shown, by tables", "ms", [(p.tables, p.telling / 1e3) for p in tables]
        ),
        panel(2, "a message taken in, by evenings past", "µs", [(p.evenings, p.message) for p in past]),
        panel(3, "memory, by tables", "MB", [(p.tables, p.memory_mb) for p in tables]),
    ]
    wide, high = 2 * (LEFT + WIDE) + 2 * GAP, 2 * (TOP + HIGH) + 2 * GAP
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" '
            f'font-size="11" fill="{INK}">')  # fmt: skip
    paper = f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>'
    return "\n".join([head, paper, *(line for each in panels for line in each), "</svg>"]) + "\n"
