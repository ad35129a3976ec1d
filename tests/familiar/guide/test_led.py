"""Whatever leads by a page ends at a signal."""

import signal
import threading
from dataclasses import replace

import numpy as np
from patience import PATIENCE_S

from device.camera import Frame
from familiar.calibrate.eye import SurveyingEye
from familiar.configured import settings
from familiar.guide.led import Owner, serve
from table.guides.calibrating import Setting, step
from web.calibrate import create_calibration_app


class Still:
    """A camera whose picture stays."""

    def read(self, timeout):
        return Frame(np.full((90, 160, 3), 120, np.uint8), 1, 0.0)

    def close(self):
        pass


def test_a_signal_is_heard_whichever_thread_the_kernel_gives_it_to(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    config = settings(None, "simulated", None, None)
    config = replace(config, web=replace(config.web, host="127.0.0.1", port=None))
    owner = Owner(Setting(), step, lambda before, after: None)
    told, over, deaf = threading.Event(), threading.Event(), threading.Event()

    def other():
        assert told.wait(PATIENCE_S)
        # The main thread must be waiting, or it would run the handler by itself.
        over.wait(0.5)
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        if not over.wait(PATIENCE_S):
            deaf.set()
            signal.pthread_kill(threading.main_thread().ident, signal.SIGTERM)

    thread = threading.Thread(target=other)
    thread.start()
    try:
        serve(
            owner,
            SurveyingEye(owner, "still"),
            Still,
            config,
            lambda line: told.set(),
            make_app=lambda **options: create_calibration_app(owner, **options),
            ended=lambda setting: False,
            hint="",
            pace=0.1,
        )
    finally:
        over.set()
        thread.join()
    assert not deaf.is_set()
