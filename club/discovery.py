"""Introduce a table to Home Assistant: one device, its sensors, all fed by the messages told anyway."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from club.messages import OFFLINE, ONLINE
from club.topics import Topics
from table.settings.club import ClubConfig

SENSORS = {
    "game": ("Game", "mdi:cards-playing-outline", "{{ value_json.title or 'none' }}"),
    "state": ("State", "mdi:table-furniture", "{{ value_json.state }}"),
    "round": ("Round", "mdi:counter", "{{ value_json.round }}"),
    "leader": ("Leader", "mdi:crown", "{{ (value_json.leaders | join(', ') or 'nobody')[:255] }}"),
    "points": ("Leader's points", "mdi:numeric", "{{ value_json.points or 0 }}"),
}
"""Key -> name, icon and template of the value."""


def announcements(config: ClubConfig) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give topic and content of each sensor's announcement (Home Assistant, MQTT discovery)."""
    topics, table = Topics(config.name), config.table
    node = f"familiar_{config.name}_{table}"
    for key, (name, icon, template) in SENSORS.items():
        yield (
            f"{config.discovery_prefix}/sensor/{node}/{key}/config",
            {
                "name": name,
                "unique_id": f"{node}_{key}",
                "icon": icon,
                "state_topic": topics.game(table),
                "value_template": template,
                "json_attributes_topic": topics.game(table),
                "availability_topic": topics.status(table),
                "payload_available": ONLINE.decode(),
                "payload_not_available": OFFLINE.decode(),
                "device": {"identifiers": [node], "name": f"Table {table}", "model": "Familiar"},
                "origin": {"name": "Familiar", "sw_version": _version()},
            },
        )


def _version() -> str:
    try:
        return version("familiar")
    except PackageNotFoundError:
        return "unknown"
