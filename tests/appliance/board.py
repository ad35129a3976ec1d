"""The emulated machine as a board of the Pi's kind: what its device tree says, and a bank of simulated pins.

gpiozero asks the device tree which Pi this is, and takes that one's pins on the first gpiochip. QEMU's board
has a chip of its own there, for its power button; it gives way to the kernel's simulated one (gpio-sim),
which the tests press and look at through its files in /sys.
"""

import itertools
import re
import shlex
import subprocess
from pathlib import PurePosixPath

from machine import bare

PI_4 = "b03115"
"""A Raspberry Pi 4 Model B 1.5 with 2 GB, by the Pi's documentation of revision codes."""
PINS = "3a"
"""58 lines, as a Pi 4's chip has."""
CHIP = "/sys/devices/platform/pins"
LOOKS = 100
"""So many say what part of the time a lamp is lit to a twentieth (standard deviation)."""
LOOK = """
end=$((${EPOCHREALTIME/./} + $1)) number=$2 looks=0
shift 2
files=("$@") high=("${@/*/0}")
exec 9<> <(:)
while ((looks < number || ${EPOCHREALTIME/./} < end)); do
    for k in "${!files[@]}"; do
        read -r level <"${files[k]}"
        ((high[k] += level))
    done
    ((++looks))
    read -r -t "0.00$((RANDOM % 10))" -u 9
done
echo "$looks ${high[*]}"
"""
"""Looks at files of pins for so many microseconds, and starts no program meanwhile: that takes long there.

The pauses are drawn by chance, so that looks are not in step with pulses that come a hundred times a second.
"""
TRACE = "/sys/kernel/tracing"
SET = re.compile(r" (\d+\.\d+): gpio_value: (\d+) set ([01])")
"""What the kernel's trace says of a pin that is set: when, in seconds, its number among all, the level."""
RULE = 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"'
"""How Raspberry Pi OS gives pins to their group (its package raspberrypi-sys-mods)."""


def pi_tree(path):
    """Write the device tree of the emulated board as one of a Pi's; returns its path."""
    subprocess.run(bare(f"virt,gic-version=2,dumpdtb={path}"), check=True, stderr=subprocess.DEVNULL)

    def put(node, name=None, *values, kind="s"):
        made = ["-c"] if name is None else ["-t", kind]
        subprocess.run(
            ["fdtput", *made, str(path), node, *([] if name is None else [name]), *values], check=True
        )

    for node in ("/gpio-keys", "/pl061@9030000"):
        subprocess.run(["fdtput", "-r", str(path), node], check=True)
    put("/system")
    put("/system", "linux,revision", PI_4, kind="x")
    put("/pins")
    put("/pins", "compatible", "gpio-simulator")
    put("/pins/bank")
    put("/pins/bank", "ngpios", PINS, kind="x")
    put("/pins/bank", "gpio-controller")
    put("/pins/bank", "#gpio-cells", "2", kind="x")
    return path


class Pins:
    """The lines of the simulated chip, by their numbers."""

    def __init__(self, machine):
        self._machine = machine
        self._chip = machine.run(f"ls -d {CHIP}/gpiochip*").strip()

    def script(self, *steps):
        """Let steps follow one another there: (pin, "down" or "up"), or seconds of that machine's time.

        A button pulls its pin to ground; let go, the pin's own resistor pulls it up.
        """
        self._machine.run(self._said(steps))

    def _said(self, steps):
        said = []
        for step in steps:
            if isinstance(step, tuple):
                pull = {"down": "pull-down", "up": "pull-up"}[step[1]]
                said.append(f"echo {pull} >{self._chip}/sim_gpio{step[0]}/pull")
            else:
                said.append(f"sleep {step}")
        return "; ".join(said)

    def press(self, pin, seconds=0.2):
        """Press and let go."""
        self.script((pin, "down"), seconds, (pin, "up"))

    def levels(self, *pins, seconds=0.0, meanwhile=()):
        """Look at pins for a while: returns for each of them the part of the looks in which it was high.

        Where the machine is slow it is looked for longer, until there are LOOKS of them. meanwhile: steps of
        a script that are done once it is looked, as what they bring may be over before another look.
        """
        files = " ".join(f"{self._chip}/sim_gpio{pin}/value" for pin in pins)
        steps = f"{{ {self._said(meanwhile)}; }} & " if meanwhile else ""
        look = f"bash -c {shlex.quote(LOOK)} look {round(seconds * 1e6)} {LOOKS} {files}"
        said = self._machine.run(f"{steps}{look}; wait")
        looks, *high = map(int, said.split())
        return [each / looks for each in high]

    def lit(self, *pins, seconds):
        """Give for each of some dimmed pins the part of the time in which it was high, by the kernel's trace.

        Exact where the machine is slow: a program that looks is held up together with the one that dims, and
        goes on with it.
        """
        event = f"{TRACE}/events/gpio/gpio_value/enable"
        said = self._machine.run(
            f"grep '^{PurePosixPath(self._chip).name}: ' /sys/kernel/debug/gpio; "
            f"echo >{TRACE}/trace; echo 1 >{event}; sleep {seconds}; echo 0 >{event}; cat {TRACE}/trace"
        )
        base = int(re.search(r"GPIOs (\d+)-", said)[1])
        steps = {base + pin: [] for pin in pins}
        for at, number, level in SET.findall(said):
            steps.get(int(number), []).append((float(at), level))
        return [_high(each) for each in steps.values()]


def _high(steps):
    """Give the part of the time between the first and the last of (seconds, level) in which it was "1"."""
    spans = [(after - at, level) for (at, level), (after, _) in itertools.pairwise(steps)]
    return sum(span for span, level in spans if level == "1") / sum(span for span, _ in spans)
