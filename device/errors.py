"""What can go wrong with the things one can touch."""


class DeviceError(OSError):
    """Root of everything a camera, a panel or a speaker refuses; the message is one clear sentence."""


class CameraError(DeviceError):
    """The camera is unknown, missing, silent, or gave something that is no picture."""


class BrokenPicture(CameraError):
    """One picture cannot be decoded; the camera is well, and its next picture may be too."""


class UnfitPicture(CameraError):
    """The camera works, but its picture shows no table: too dark, or too bright; read on."""


class PanelError(DeviceError):
    """The pins cannot be had."""


class SpeakerError(DeviceError):
    """There is nothing to speak with."""


def line_of(error: BaseException) -> str:
    """Put an error of another library on one line, to stand in a sentence of ours."""
    return " ".join(str(error).split()) or type(error).__name__
