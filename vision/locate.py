"""Find cards in a picture by their outlines: several ways to tell card from table, one list of quads."""

import cv2
import numpy as np

from vision.geometry import area, ordered, overlap, plausible, sides

WORK_PX = 1280
"""Longest side, in pixels, of the picture in which outlines are sought."""

SMALLEST = 0.0011
LARGEST = 0.75
"""Share of the picture that one card may cover."""


def candidates(image: np.ndarray, size: tuple[float, float] | None = None) -> list[np.ndarray]:
    """List quads that may be cards, best outlines first.

    image: uint8 (H, W, 3) BGR; size: a card's short and long side in pixels, where they are known.
    Returns float32 (4, 2) quads in the picture's pixels. Not all are cards: the reader rejects the rest.
    """
    scale = min(1.0, WORK_PX / max(image.shape[:2]))
    work = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    total = work.shape[0] * work.shape[1]
    areas = (SMALLEST * total, LARGEST * total)
    if size is not None:
        whole = size[0] * size[1] * scale * scale
        areas = (0.6 * whole, 1.7 * whole)
    found: list[tuple[float, np.ndarray]] = []
    for mask in _masks(work):
        found += _outlines(mask, areas)
    found.sort(key=lambda pair: -pair[0])
    kept: list[np.ndarray] = []
    for _, quad in found:
        if not any(overlap(quad, other) > 0.85 for other in kept):
            kept.append(quad)
    return [refine(image, quad / scale) for quad in kept]


def _masks(work: np.ndarray) -> list[np.ndarray]:
    """Split card from table in several ways, each uint8 0 or 255."""
    smooth = cv2.GaussianBlur(work, (5, 5), 0)
    lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB)
    light = lab[..., 0]
    masks = [cv2.threshold(light, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]]
    for share in (6, 3):
        block = max(work.shape[:2]) // share | 1
        masks.append(
            cv2.adaptiveThreshold(light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -8)
        )
    # The table's own colour is the commonest one; light falls off slowly, so compare with a very smooth
    # picture too.
    small = cv2.resize(lab, (96, 96 * work.shape[0] // work.shape[1] or 1), interpolation=cv2.INTER_AREA)
    table = np.median(small.reshape(-1, 3), axis=0)
    weight = np.array([0.5, 1.3, 1.3], np.float32)
    far = np.linalg.norm((lab.astype(np.float32) - table.astype(np.float32)) * weight, axis=2)
    far8 = np.clip(far * 2, 0, 255).astype(np.uint8)
    masks.append(cv2.threshold(far8, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1])
    # A shadow across a card changes its lightness, not its colour.
    chroma = np.linalg.norm(lab[..., 1:].astype(np.float32) - table[1:].astype(np.float32), axis=2)
    chroma8 = np.clip(cv2.GaussianBlur(chroma, (5, 5), 0) * 6, 0, 255).astype(np.uint8)
    masks.append(cv2.threshold(chroma8, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1])
    white = light.astype(np.int16) - 2 * cv2.absdiff(lab[..., 1], 128) - 2 * cv2.absdiff(lab[..., 2], 128)
    masks.append(
        cv2.threshold(np.clip(white, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    )
    for mask in masks:
        cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8), dst=mask)
    for low, high in ((12, 36), (30, 90)):
        edges = cv2.Canny(smooth, low, high, L2gradient=True)
        edges = cv2.dilate(edges, np.ones((3, 3), np.uint8))
        masks.append(edges)
        masks.append(cv2.bitwise_not(edges))
    return masks


def _outlines(mask: np.ndarray, areas: tuple[float, float]) -> list[tuple[float, np.ndarray]]:
    """List (quality, quad) of every outline in the mask, of an area within `areas`, that four straight
    sides describe.
    """
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        _, _, w, h = cv2.boundingRect(contour)
        if len(contour) < 60 or w * h < areas[0]:
            continue
        hull = cv2.convexHull(contour)
        if not areas[0] <= cv2.contourArea(hull) <= areas[1]:
            continue
        quad = four(hull)
        if quad is None:
            continue
        quad = ordered(_sharpen(contour.reshape(-1, 2).astype(np.float32), quad))
        if not plausible(quad):
            continue
        fill = cv2.contourArea(hull) / max(1.0, area(quad))
        if 0.86 <= fill <= 1.06:
            found.append((1 - abs(0.99 - fill), quad))
    return found


def four(hull: np.ndarray) -> np.ndarray | None:
    """Reduce a hull to four corners, or None where it has none."""
    length = cv2.arcLength(hull, True)
    for share in (0.02, 0.035, 0.05, 0.075):
        corners = cv2.approxPolyDP(hull, share * length, True)
        if len(corners) == 4:
            return ordered(corners)
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    return ordered(box) if cv2.contourArea(hull) > 0.86 * area(box) else None


def _sharpen(contour: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Fit each side to the outline's points along its middle, so that rounded corners do not pull the
    sides in.
    """
    lines = []
    for a, b in zip(quad, np.roll(quad, -1, 0), strict=True):
        along = b - a
        length = float(np.linalg.norm(along))
        along = along / max(length, 1e-6)
        offset = contour - a
        t, d = offset @ along, offset @ np.array([-along[1], along[0]])
        near = (t > 0.15 * length) & (t < 0.85 * length) & (np.abs(d) < 0.05 * length + 2)
        if near.sum() < 8:
            return quad
        vx, vy, x, y = cv2.fitLine(contour[near], cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((np.array([x, y]), np.array([vx, vy])))
    return _corners(lines, quad, 0.12)


def _corners(lines: list[tuple[np.ndarray, np.ndarray]], quad: np.ndarray, most: float) -> np.ndarray:
    """Intersect neighbouring sides; keep the old quad where a corner would move by more than `most` of a
    side.
    """
    corners = []
    for (p, u), (q, v) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        cross = u[0] * v[1] - u[1] * v[0]
        if abs(cross) < 0.2:
            return quad
        step = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / cross
        corners.append(p + step * u)
    new = np.array(corners, np.float32)
    reach = most * float(np.linalg.norm(quad[2] - quad[0]))
    return new if np.linalg.norm(new - quad, axis=1).max() < reach else quad


def refine(image: np.ndarray, quad: np.ndarray, reach: float = 0.05) -> np.ndarray:
    """Move each side to the strongest edge within `reach` of the card's short side, in the full picture."""
    short, _ = sides(quad)
    span = max(2.0, reach * short)
    steps = np.linspace(-span, span, max(9, min(41, int(span * 2) | 1)), dtype=np.float32)
    middle = quad.mean(0)
    lines = []
    for a, b in zip(quad, np.roll(quad, -1, 0), strict=True):
        along = (b - a) / max(1e-6, float(np.linalg.norm(b - a)))
        normal = np.array([along[1], -along[0]], np.float32)
        if (a - middle) @ normal < 0:
            normal = -normal
        t = np.linspace(0.14, 0.86, 40, dtype=np.float32)[:, None]
        base = a + t * (b - a)
        points = base[:, None] + steps[None, :, None] * normal
        profile = cv2.remap(
            image, points[..., 0].astype(np.float32), points[..., 1].astype(np.float32), cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ).astype(np.float32)  # fmt: skip
        # The slope over five steps, which noise disturbs less than that of neighbours.
        slope = np.zeros(profile.shape[:2], np.float32)
        slope[:, 2:-2] = np.abs(profile[:, 4:] - profile[:, :-4]).sum(2)
        slope *= 1 - 0.35 * (np.abs(steps) / span)[None]
        best = slope.argmax(1)
        strong = slope.max(1) > max(12.0, 0.4 * float(np.median(slope.max(1))))
        if strong.sum() < 12:
            return quad
        edge = base[strong] + steps[best[strong], None] * normal
        vx, vy, x, y = cv2.fitLine(edge.astype(np.float32), cv2.DIST_WELSCH, 0, 0.01, 0.01).ravel()
        lines.append((np.array([x, y]), np.array([vx, vy])))
    new = ordered(_corners(lines, quad, 0.06))
    return new if plausible(new) else quad
