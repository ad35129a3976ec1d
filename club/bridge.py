"""Write what two Mosquittos need so that one lets out what a hall may show, and the other takes no more.

A bridge is Mosquitto's own (mosquitto.conf(5), "Configuring Bridges"): the broker in the house connects
outwards, so that nothing has to be let in there. It carries three kinds of topics, each outwards alone.
"""

from collections.abc import Sequence

from club.topics import COMPETITION, GAME, ROOT, STATUS

LET_OUT = (f"+/{STATUS}", f"+/{GAME}", COMPETITION)
"""What leaves the house: who is there, each table's newest scores, and the competition."""
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
"""Where Debian keeps the certificates of those whom a system trusts (update-ca-certificates(8))."""
INSIDE, OUTSIDE, WATCHER = "bridge", "house", "mirror"
"""The bridge's user at the broker in the house, the house's at the one outside, and who only reads there."""


def inside(
    club: str,
    broker: tuple[str, int],
    *,
    user: str = OUTSIDE,
    ca_file: str = AUTHORITIES,
    password: str | None = None,
) -> list[str]:
    """Give the lines for the broker in the house; without a password its place is marked."""
    written = "# remote_password: write it here" if password is None else f"remote_password {password}"
    return [
        f"connection familiar-{club}",
        "address {}:{}".format(*broker),
        f"bridge_cafile {ca_file}",
        "bridge_protocol_version mqttv50",
        f"local_username {INSIDE}",
        f"remote_username {user}",
        written,
        f"local_clientid {INSIDE}-{club}",
        f"remote_clientid {user}",
        # A word about the connection itself would be one that nobody asked for.
        "notifications false",
        "try_private false",
        "cleansession true",
        "restart_timeout 5 60",
        *(f"topic {topic} out 1 {ROOT}/{club}/ {ROOT}/{club}/" for topic in LET_OUT),
    ]


def inside_rights(club: str) -> list[str]:
    """Give the lines for the access list in the house."""
    return [f"user {INSIDE}", *(f"topic read {ROOT}/{club}/{topic}" for topic in LET_OUT)]


def outside(folder: str = "/etc/mosquitto", port: int = 8883) -> list[str]:
    """Give the lines for the broker outside; its certificate and key lie in that folder."""
    return [
        f"listener {port}",
        f"certfile {folder}/certs/fullchain.pem",
        f"keyfile {folder}/certs/privkey.pem",
        "allow_anonymous false",
        f"password_file {folder}/familiar.passwords",
        f"acl_file {folder}/familiar.acl",
        "persistence true",
    ]


def outside_rights(club: str, user: str = OUTSIDE) -> list[str]:
    """Give the lines for the access list outside: the house writes, and who watches reads."""
    topics: Sequence[str] = [f"{ROOT}/{club}/{topic}" for topic in LET_OUT]
    return [
        f"user {user}",
        *(f"topic write {topic}" for topic in topics),
        "",
        f"user {WATCHER}",
        *(f"topic read {topic}" for topic in topics),
    ]
