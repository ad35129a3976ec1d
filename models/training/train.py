"""Train a network on drawn cards or sticks and export it: ``python -m models.training.train reader``."""

import argparse
from pathlib import Path

import torch

from models.training.export import export
from models.training.fit import AVERAGE_AFTER, fit
from models.training.stick_tasks import stick_task
from models.training.tasks import Task, task

RECIPES = {
    "reader": (75.0, 96, 2e-3), "index": (60.0, 48, 1.5e-3), "title": (30.0, 64, 2e-3),
    "locator": (60.0, 16, 2e-3), "refiner": (30.0, 64, 2e-3), "corner_locator": (60.0, 12, 2e-3),
    "stick_locator": (60.0, 16, 2e-3), "stick_refiner": (50.0, 64, 2e-3), "stick_reader": (75.0, 96, 2e-3),
}  # fmt: skip
"""Minutes, pictures a batch and learning rate of each network."""

AVERAGE_STARTED = 60
"""Steps after which a run that goes on from another begins its average."""


def work_of(name: str, folder: Path, count: int, batch: int, first: int = 0) -> Task:
    """Give the task of a network of `RECIPES`; folder, count, first: of the cards' faces, as in `task`."""
    if name.startswith("stick_"):
        return stick_task(name, batch)
    return task(name, folder, count, batch, first)


def main() -> None:
    """Read the command line, train, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=list(RECIPES))
    parser.add_argument("--cache", type=Path, default=Path("build/faces"), help="where drawn faces are kept")
    parser.add_argument("--out", type=Path, help="the ONNX file to write (build/NETWORK.onnx)")
    parser.add_argument("--start", type=Path, help="weights (.pt) of an earlier run to go on from")
    parser.add_argument("--hold", type=int, default=0, help="stages of the body that stay as they are")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--decks", type=int, default=1280, help="ordinary decks; half as many painted ones")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deck: others than before")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    minutes, batch, rate = RECIPES[options.network]
    out = options.out or Path("build") / f"{options.network}.onnx"
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    work = work_of(options.network, options.cache, options.decks, options.batch or batch, options.first)
    if options.start is not None:
        # A network for another number of places or names keeps what fits.
        own = work.net.state_dict()
        kept = {k: v for k, v in torch.load(options.start).items() if k in own and own[k].shape == v.shape}
        work.net.load_state_dict(kept, strict=False)
    if options.hold:
        work.net.body[: options.hold].requires_grad_(False)
    net = fit(
        work.net.to(memory_format=torch.channels_last), work.batches, work.loss, work.say, out,
        minutes=options.minutes or minutes, seed=options.seed, rate=options.rate or rate,
        workers=options.workers, average_after=AVERAGE_AFTER if options.start is None else AVERAGE_STARTED,
    )  # fmt: skip
    export(net, out)


if __name__ == "__main__":
    main()
