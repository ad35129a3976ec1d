"""Write the kit once for all tests; let them share the reader of drawings and the renderer beside them."""

import sys
from pathlib import Path

import pytest

from familiar.kit.write import write_kit

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def kit(tmp_path_factory):
    """Give the folder with all files of the kit."""
    folder = tmp_path_factory.mktemp("kit")
    assert list(write_kit(folder))
    return folder
