"""The broker as docs/club.md has an organiser set it up: its users, their passwords, their access list."""

import re
import subprocess
from contextlib import contextmanager
from pathlib import Path

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from club.mosquitto import Mosquitto, find

PAGE = Path(__file__).parents[3] / "docs" / "club.md"
CLUB = "club"
"""The club's name in the access list shown."""
EAR = "ear"


def word(user):
    """Give a user's password."""
    return f"the word of {user}"


def access(user, port):
    """Give what a configuration says of the broker."""
    return {"broker": "127.0.0.1", "port": port, "name": CLUB, "user": user, "password": word(user)}


def blocks(kind):
    """Find what the page shows of one kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)


def documented(folder, users, more=()):
    """Make the broker that the page describes, in a folder of its own; `more`: further lines."""
    folder.mkdir(parents=True, exist_ok=True)
    (conf,), (rights,) = blocks("conf"), blocks("acl")
    passwords = folder / "familiar.passwords"
    passwords.write_text("".join(f"{user}:{word(user)}\n" for user in users))
    passwords.chmod(0o600)
    # It writes what stands there in clear as what cannot be read back.
    subprocess.run([find("mosquitto_passwd"), "-U", passwords], check=True, capture_output=True)
    # Who listens for the campaign may say again what was said, and has no part in the page.
    (folder / "familiar.acl").write_text(f"{rights}\nuser {EAR}\ntopic readwrite familiar/#\n")
    lines = conf.replace("/etc/mosquitto", str(folder)).splitlines()
    ours = [line for line in lines if line and not line.startswith(("listener", "persistence", "#"))]
    return Mosquitto(folder, keeps=True, more=[*ours, *more])


@contextmanager
def speaking(user, port):
    """Be a user of the broker; give what says something there, retained; in the end the broker has it."""
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    client.username_pw_set(user, word(user))
    client.connect("127.0.0.1", port)
    client.loop_start()
    said = []
    yield lambda topic, payload: said.append(client.publish(topic, payload, 1, retain=True))
    for each in said:
        each.wait_for_publish(60)
    client.disconnect()
    client.loop_stop()
