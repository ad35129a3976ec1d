"""What stands in, in the trixie root, for the parts of a Pi that no virtual camera has.

picamera2 and libcamera themselves stay as they are. Missing are: /dev/dma_heap, where picamera2 takes its
memory from; a sensor with raw modes; the display (kms) and raw pictures (pidng), which picamera2 imports
always and needs for other uses than ours.
"""

import mmap
import os
import sys
from types import ModuleType


class _Names(type):
    """Any name that picamera2 reads off a class while it is imported."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return name


def stand_in():
    """Put the modules there that picamera2 imports; call this before its import."""
    kms = ModuleType("pykms")
    kms.PixelFormat = _Names("PixelFormat", (), {})
    kms.PlaneType = _Names("PlaneType", (), {})
    pidng, camdefs, core = ModuleType("pidng"), ModuleType("pidng.camdefs"), ModuleType("pidng.core")
    camdefs.Picamera2Camera = type("Picamera2Camera", (), {})
    core.PICAM2DNG = type("PICAM2DNG", (), {})
    sys.modules.update({"pykms": kms, "pidng": pidng, "pidng.camdefs": camdefs, "pidng.core": core})


def virtual_picamera2():
    """Give a Picamera2 class that opens the virtual camera, and is the real one otherwise."""
    import libcamera
    import picamera2.picamera2
    from picamera2 import Picamera2
    from picamera2.allocators.allocator import Allocator, Sync

    class Mapped(Sync):
        """A buffer that is mapped already."""

        def __init__(self, allocator, buffer, write):
            self._memory = allocator.memory[buffer]

        def __enter__(self):
            return self._memory

        def __exit__(self, *_):
            pass

    class Memory(Allocator):
        """Buffers in this process's own memory: NV12, its two planes one behind the other."""

        def __init__(self):
            super().__init__()
            self.memory, self._buffers, self._files = {}, {}, []
            self.sync = Mapped

        def allocate(self, libcamera_config, use_case):
            self.close()
            for stream in libcamera_config:
                self._buffers[stream.stream] = [self._one(stream) for _ in range(stream.buffer_count)]

        def _one(self, stream):
            file = os.memfd_create("frame")
            self._files.append(file)
            os.ftruncate(file, stream.frame_size)
            bright = stream.stride * stream.size.height
            planes = []
            for offset, length in ((0, bright), (bright, stream.frame_size - bright)):
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = file, offset, length
                planes.append(plane)
            buffer = libcamera.FrameBuffer(planes)
            self.memory[buffer] = mmap.mmap(file, stream.frame_size)
            return buffer

        def buffers(self, stream):
            return self._buffers[stream]

        def close(self):
            for file in self._files:
                os.close(file)
            self._files, self._buffers, self.memory = [], {}, {}

    class Virtual(Picamera2):
        """The real class, told which memory to take and that there is no raw mode."""

        def __init__(self, *args, **options):
            super().__init__(*args, allocator=Memory(), **options)

        def _get_raw_modes(self):
            return [{"format": "NV12", "size": (2304, 1296)}]

    # `close` makes itself a new allocator of the usual kind.
    picamera2.picamera2.DmaAllocator = Memory
    # libcamera 0.4.0 leaves a new buffer's status at whatever its memory held, and its virtual camera never
    # sets it; picamera2 drops what is no success.
    libcamera.FrameMetadata.status = property(lambda _: libcamera.FrameMetadata.Status.Success)
    return Virtual
