"""Radios of the emulated machine: simulated by its kernel (mac80211_hwsim), some of them somebody else's.

They hear each other through the kernel alone. A radio that is somebody else's lives in a network namespace of
its own, with a supplicant and an address that are not the table's.
"""

ADDRESS_SCRIPT = """#!/bin/sh
[ "$1" != bound ] || { ip address replace "$ip/$mask" dev "$interface"; echo "$ip"; }
"""
"""What udhcpc does with the address that it was given: it takes it, and says it."""

FIND = """
import re, socket, struct, sys
name = sys.argv[1]
ask = struct.pack(">6H", 0, 0, 1, 0, 0, 0) + b"".join(bytes([len(p)]) + p.encode() for p in name.split("."))
ask += b"\\0" + struct.pack(">2H", 1, 0x8001)
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.bind((sys.argv[2], 0))
line.settimeout(2)
for _ in range(30):
    line.sendto(ask, ("224.0.0.251", 5353))
    try:
        said = line.recv(9000)
    except TimeoutError:
        continue
    found = re.search(rb"\\x00\\x01[\\x00\\x80]\\x01....\\x00\\x04(....)", said, re.DOTALL)
    if found:
        print(socket.inet_ntoa(found[1]))
        break
"""
"""A phone's question for a name that ends in .local: multicast DNS (RFC 6762), told to it alone."""


class Radio:
    """Somebody's radio: `wlan` of the machine, in a namespace of its own name."""

    def __init__(self, machine, wlan, name):
        self._machine, self._wlan, self.name = machine, wlan, name
        machine.run(f"ip netns add {name}")
        machine.run(f"iw phy $(cat /sys/class/net/{wlan}/phy80211/name) set netns name {name}")
        self.run(f"ip link set lo up; ip link set {wlan} up")

    def run(self, command, **more):
        """Run a command within."""
        return self._machine.run(f"ip netns exec {self.name} sh -c {quoted(command)}", **more)

    def supplicant(self, network):
        """Let it know one network, by the lines of wpa_supplicant.conf(5)."""
        said = "\n".join(f"    {key}={value}" for key, value in network.items())
        conf = f"ctrl_interface=/run/{self.name}\nnetwork={{\n{said}\n}}\n"
        self.forget()
        self._machine.run(f"printf %s {quoted(conf)} >/run/{self.name}.conf")
        self.run(
            f"wpa_supplicant -B -d -D nl80211 -i {self._wlan} -c /run/{self.name}.conf "
            f"-P /run/{self.name}.pid -f /run/{self.name}.log"
        )

    def forget(self):
        """Leave the network that it knew."""
        pid = f"/run/{self.name}.pid"
        ended = f"kill $(cat {pid}) && while [ -e {pid} ]; do sleep 0.2; done"
        self._machine.run(f"[ ! -e {pid} ] || {{ {ended}; }}; rm -f /run/{self.name}.log")

    def wait_for(self, said):
        """Wait until its supplicant says this."""
        self._machine.run(f"until grep -q -e {quoted(said)} /run/{self.name}.log; do sleep 0.2; done")

    def address(self):
        """Ask for an address, and take it; returns it."""
        # What lies in /run is not to be executed on Debian.
        self._machine.run(f"printf %s {quoted(ADDRESS_SCRIPT)} >/tmp/bound && chmod +x /tmp/bound")
        return self.run(f"udhcpc -n -q -t 30 -i {self._wlan} -s /tmp/bound 2>/dev/null").split()[-1]

    def find(self, name, own):
        """Ask who bears a name; returns the address that is told."""
        self._machine.run(f"printf %s {quoted(FIND)} >/run/find.py")
        self.run(f"ip route replace 224.0.0.0/4 dev {self._wlan}")
        return self.run(f"python3 /run/find.py {name} {own}").strip()

    def get(self, url, address):
        """Open a page of a name's at the address that the name has; returns what comes."""
        host, _, path = url.partition("/")
        code = (
            "import http.client, sys; host, port = sys.argv[2].split(':'); "
            "link = http.client.HTTPConnection(sys.argv[1], int(port), timeout=300); "
            "link.request('GET', '/' + sys.argv[3], headers={'Host': sys.argv[2]}); "
            "answer = link.getresponse(); print(answer.status); print(answer.read().decode())"
        )
        status, _, text = self.run(f"python3 -c {quoted(code)} {address} {host} {quoted(path)}").partition(
            "\n"
        )
        return int(status), text


def quoted(text):
    """Quote a text for the shell."""
    return "'" + text.replace("'", "'\\''") + "'"
