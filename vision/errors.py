"""What can go wrong between a picture and a reading."""


class VisionError(ValueError):
    """Root of everything the eye refuses."""


class UnreadablePicture(VisionError):
    """The file is no picture, or the picture cannot be decoded."""


class UnknownDeck(VisionError):
    """No deck of that name is built in or enrolled."""


class MissingModel(VisionError):
    """An ONNX file that the product ships is not where it should be."""


class UnfitPicture(UnreadablePicture):
    """A picture from which no card can be learnt: none, several, blurred or too small."""


class BadProfile(VisionError):
    """A deck's file that is broken, of another kind, or cannot be written; or a name that none may have."""
