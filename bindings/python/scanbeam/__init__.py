"""Read barcodes from pictures and cameras.

    for code in scanbeam.decode("shelf.png"):
        print(code.symbology.label, code.text)

See decode() for still pictures and Reader for cameras.
"""

from ._library import LibraryNotFoundError
from .aimer import Aimer, AimerProperty, AimerText
from .camera import CameraMode, CameraPosition, Preview, PreviewOptions
from .capture import CaptureProperty, CaptureType, capture_result, capture_result_name
from .context import Context, LicenceStatus, LogLevel
from .decode import decode
from .discovery import Camera, CameraFormat, DeviceClass, list_cameras
from .dmcc import DMCCStatus, Response
from .errors import (
    AccessError,
    AgainError,
    BufferTooSmallError,
    BusyError,
    CancelledError,
    CorruptError,
    FavoriteActiveError,
    ForkedError,
    FormatError,
    InternalError,
    InterruptedCallError,
    InvalidArgumentError,
    LostError,
    NoMemoryError,
    NotFoundError,
    ProtocolError,
    ReentrantError,
    ScanbeamError,
    StalledError,
    StateError,
    SystemCallError,
    TagAuthenticationError,
    TagFormatError,
    TagFullError,
    TagReadOnlyError,
    TagRefusedError,
    TagRemovedError,
    TimedOutError,
    TooLargeError,
    UnsupportedError,
    WrongThreadError,
)
from .frame import Frame, PixelFormat
from .geometry import Gravity, Rect, Space, View, finder_frame
from .reader import Reader
from .reader_types import (
    Availability,
    Capability,
    ConnectionState,
    Control,
    ControlRange,
    KeyMode,
    LineBias,
    ReadStringEncoding,
    ScanningState,
    Statistics,
    TriggerType,
)
from .manager import DeviceManager, DiscoveredDevice, ManagedDevice, Transport
from .ndef import NDEFKind, NDEFMessage, NDEFRecord, WiFi
from .overlay import Overlay, OverlayMode, OverlayPause, OverlayTag, PartStyle, Shape, ShapeKind, ShapeSign
from .preview import Feed, PreviewFrame
from .result import Confirmations, Linkage, Point, Quad, Reason, Result, Results, Size, StructuredAppend
from .terminal import (
    Event,
    EventKind,
    Terminal,
    TerminalInfo,
    list_devices,
    set_discovery,
    watch_devices,
)
from .tag import Tag, TagChip, TagFormat, TagSource
from .tag_reader import TagReader
from .symbology import Symbology, Variant, available_symbologies
from .window import Window

__version__ = "0.1.0"


def library_version() -> str:
    """Version of the library that is in use."""
    from ._abi import lib

    version: bytes = lib.scanbeam_version_string()
    return version.decode()


__all__ = [name for name in globals() if not name.startswith("_")]
