"""The C ABI, mirrored: every struct and every function of include/scanbeam/*.h.

Nothing else in the package touches ctypes types of its own. The layout is compared with what the library says about
itself (scanbeam_abi_manifest) when this module is imported.
"""

from __future__ import annotations

import ctypes
import json
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, Dict, List, Tuple

from . import _library

# ---- structs -------------------------------------------------------------------------------------------------------
# Frozen values: their layout never changes.


class scanbeam_bytes(Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]


class scanbeam_point(Structure):
    _fields_ = [("x", c_double), ("y", c_double)]


class scanbeam_quad(Structure):
    _fields_ = [
        ("top_left", scanbeam_point),
        ("top_right", scanbeam_point),
        ("bottom_right", scanbeam_point),
        ("bottom_left", scanbeam_point),
    ]


class scanbeam_size(Structure):
    _fields_ = [("width", c_int32), ("height", c_int32)]


class scanbeam_rect(Structure):
    _fields_ = [("x", c_double), ("y", c_double), ("width", c_double), ("height", c_double)]


# Sized tables: they begin with size and reserved and may grow at the end.


class scanbeam_error(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("source_code", c_int64),
        ("code", c_int32),
        ("source", c_int32),
        ("message", c_char * 480),
    ]


class scanbeam_frame(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("data", c_void_p),
        ("length", c_uint64),
        ("time_ns", c_int64),
        ("format", c_uint32),
        ("width", c_int32),
        ("height", c_int32),
        ("stride", c_int32),
    ]


class scanbeam_decode_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("symbologies", POINTER(c_int32)),
        ("symbology_count", c_uint64),
        ("budget_ns", c_int64),
        ("effort", c_int32),
        ("max_codes", c_int32),
        ("flags", c_uint32),
        ("unused", c_uint32),
        ("context", c_void_p),
    ]


class scanbeam_context_options(Structure):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), ("mode", c_int32), ("unused", c_uint32)]


class scanbeam_device(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("identity", c_char_p),
        ("name", c_char_p),
        ("node", c_char_p),
        ("driver", c_char_p),
        ("problem", c_char_p),
        ("device_class", c_int32),
        ("problem_status", c_int32),
    ]


class scanbeam_camera_format(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("frames_per_second", c_double),
        ("format", c_uint32),
        ("width", c_int32),
        ("height", c_int32),
        ("usable", c_int32),
    ]


class scanbeam_discovery_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("interfaces", POINTER(c_char_p)),
        ("hosts", POINTER(c_char_p)),
        ("interface_count", c_uint64),
        ("host_count", c_uint64),
    ]


class scanbeam_network_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("host", c_char_p),
        ("user", c_char_p),
        ("password", c_char_p),
        ("port", c_int32),
        ("unused", c_int32),
    ]


class scanbeam_live_image_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("format", c_int32),
        ("image_size", c_int32),
        ("quality", c_int32),
        ("unused", c_int32),
    ]


class scanbeam_event(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("text", c_char_p),
        ("data", scanbeam_bytes),
        ("done", c_int64),
        ("total", c_int64),
        ("kind", c_int32),
        ("status", c_int32),
    ]


class scanbeam_reader_statistics(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("frames_received", c_uint64),
        ("frames_decoded", c_uint64),
        ("frames_dropped", c_uint64),
        ("frames_corrupt", c_uint64),
        ("good_reads", c_uint64),
        ("bad_reads", c_uint64),
        ("duplicates", c_uint64),
        ("frames_skipped", c_uint64),
    ]


class scanbeam_view(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("width", c_double),
        ("height", c_double),
        ("frame", scanbeam_size),
        ("orientation", c_int32),
        ("gravity", c_int32),
    ]


class scanbeam_key_trigger(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("device", c_char_p),
        ("key", c_int32),
        ("mode", c_int32),
        ("exclusive", c_int32),
        ("unused", c_int32),
    ]


class scanbeam_line_trigger(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("chip", c_char_p),
        ("line", c_char_p),
        ("offset", c_uint32),
        ("mode", c_int32),
        ("bias", c_int32),
        ("active_low", c_int32),
        ("debounce_ms", c_int32),
        ("unused", c_int32),
    ]


class scanbeam_control_range(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("minimum", c_int32),
        ("maximum", c_int32),
        ("step", c_int32),
        ("default_value", c_int32),
    ]


class scanbeam_wifi(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("ssid", scanbeam_bytes),
        ("key", scanbeam_bytes),
        ("authentication", c_int32),
        ("encryption", c_int32),
    ]


class scanbeam_tag_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("reader", c_char_p),
        ("format", c_int32),
        ("removal_delay_ms", c_int32),
        ("flags", c_uint32),
        ("unused", c_uint32),
    ]


class scanbeam_tag_operation(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("data", c_void_p),
        ("length", c_uint64),
        ("action", c_int32),
        ("number", c_uint32),
        ("count", c_int32),
        ("timeout_ms", c_int32),
    ]


# Callback types. Handles are addresses.
Destroy = CFUNCTYPE(None, c_void_p)
LogCallback = CFUNCTYPE(None, c_void_p, c_int32, c_char_p)
StateCallback = CFUNCTYPE(None, c_void_p, c_void_p, c_int32)
ResultsCallback = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
FailedCallback = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(scanbeam_error))
EventCallback = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(scanbeam_event))
DevicesChanged = CFUNCTYPE(None, c_void_p, c_void_p)
Completion = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(scanbeam_error))
FlagCompletion = CFUNCTYPE(None, c_void_p, c_void_p, c_int32, POINTER(scanbeam_error))
NumberCompletion = FlagCompletion
BeepCallback = CFUNCTYPE(None, c_void_p, c_void_p, c_int32, c_int32)
DMCCCompletion = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p, POINTER(scanbeam_error))
DMCCBatchCompletion = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(scanbeam_error))


class scanbeam_manager_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("device_context", c_void_p),
        ("state_folder", c_char_p),
        ("flags", c_uint32),
        ("unused", c_uint32),
    ]


class scanbeam_discovered_device(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("identifier", c_char_p),
        ("name", c_char_p),
        ("service", c_char_p),
    ]


class scanbeam_managed_device(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("handle", c_uint64),
        ("identifier", c_char_p),
        ("name", c_char_p),
        ("reader", c_void_p),
    ]


UsableCallback = CFUNCTYPE(None, c_void_p, c_void_p, c_int32, c_char_p)
DiscoveredCallback = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(scanbeam_discovered_device))
ManagedCallback = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(scanbeam_managed_device))


class scanbeam_manager_delegate(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("usable_changed", UsableCallback),
        ("discovered", DiscoveredCallback),
        ("discovery_ended", FailedCallback),
        ("device_arrived", ManagedCallback),
        ("device_removed", ManagedCallback),
    ]


TagCallback = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
TagCompletion = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p, c_size_t, POINTER(scanbeam_error))


class scanbeam_tag_delegate(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("arrived", TagCallback),
        ("removed", TagCallback),
    ]


class scanbeam_delegate(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("availability_changed", StateCallback),
        ("connection_state_changed", StateCallback),
        ("results_received", ResultsCallback),
        ("failed", FailedCallback),
        ("scanning_state_changed", StateCallback),
        ("event", EventCallback),
        ("beep", BeepCallback),
    ]


class scanbeam_camera_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("identity", c_char_p),
        ("mode", c_int32),
        ("preview_options", c_uint32),
        ("position", c_int32),
        ("unused", c_uint32),
    ]


AimerText = CFUNCTYPE(c_int32, c_void_p, c_int32, c_void_p, c_size_t)
AimerGet = CFUNCTYPE(c_int32, c_void_p, c_int32, POINTER(c_int32))
AimerSet = CFUNCTYPE(c_int32, c_void_p, c_int32, c_int32)


class scanbeam_aimer(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("name", c_char_p),
        ("get_text", AimerText),
        ("get", AimerGet),
        ("set", AimerSet),
    ]


class scanbeam_preview(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("mode", c_int32),
        ("options", c_uint32),
        ("shown", c_int32),
        ("zoom_button", c_int32),
        ("light_button", c_int32),
        ("close_button", c_int32),
        ("starts_paused", c_int32),
        ("stays_paused", c_int32),
        ("hardware_trigger", c_int32),
        ("frames_per_second", c_int32),
        ("width", c_int32),
        ("height", c_int32),
    ]


class scanbeam_command_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("data", c_void_p),
        ("data_length", c_uint64),
        ("timeout_ms", c_int32),
        ("expects_binary", c_int32),
    ]


class scanbeam_overlay_options(Structure):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), ("mode", c_int32), ("outline_ms", c_int32)]


class scanbeam_feed_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("maximum_rate", c_double),
        ("orientation", c_int32),
        ("flags", c_uint32),
    ]


class scanbeam_part_style(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("line_width", c_double),
        ("line_colour", c_uint32),
        ("fill_colour", c_uint32),
    ]


class scanbeam_shape(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("frame", scanbeam_rect),
        ("points", POINTER(scanbeam_point)),
        ("point_count", c_uint64),
        ("name", c_char_p),
        ("line_width", c_double),
        ("value", c_double),
        ("tag", c_int32),
        ("kind", c_int32),
        ("line_colour", c_uint32),
        ("fill_colour", c_uint32),
        ("sign", c_int32),
        ("state", c_int32),
    ]


#: void (*)(void *user_data, scanbeam_feed *)
FeedArrived = CFUNCTYPE(None, c_void_p, c_void_p)

FROZEN = (scanbeam_bytes, scanbeam_point, scanbeam_quad, scanbeam_size, scanbeam_rect)
TABLES = (
    scanbeam_error,
    scanbeam_overlay_options,
    scanbeam_part_style,
    scanbeam_shape,
    scanbeam_feed_options,
    scanbeam_frame,
    scanbeam_decode_options,
    scanbeam_context_options,
    scanbeam_device,
    scanbeam_camera_format,
    scanbeam_discovery_options,
    scanbeam_network_options,
    scanbeam_live_image_options,
    scanbeam_event,
    scanbeam_reader_statistics,
    scanbeam_delegate,
    scanbeam_view,
    scanbeam_control_range,
    scanbeam_key_trigger,
    scanbeam_line_trigger,
    scanbeam_aimer,
    scanbeam_wifi,
    scanbeam_tag_options,
    scanbeam_tag_operation,
    scanbeam_tag_delegate,
    scanbeam_manager_options,
    scanbeam_discovered_device,
    scanbeam_managed_device,
    scanbeam_manager_delegate,
    scanbeam_camera_options,
    scanbeam_preview,
    scanbeam_command_options,
)


def table(kind: Any) -> Any:
    """A sized table with its defaults."""
    return kind(size=ctypes.sizeof(kind))


# ---- functions -----------------------------------------------------------------------------------------------------

_handle = c_void_p
_out = POINTER(c_void_p)
_text = c_char_p

#: name: (since, result, arguments), in the order of the headers.
FUNCTIONS: Dict[str, Tuple[str, Any, List[Any]]] = {
    # base.h
    "scanbeam_table_init": ("0.1", None, [c_void_p, c_size_t]),
    "scanbeam_free": ("0.1", None, [c_void_p]),
    # version.h
    "scanbeam_version_number": ("0.1", c_uint32, []),
    "scanbeam_version_string": ("0.1", _text, []),
    "scanbeam_api_level": ("0.1", c_uint32, []),
    "scanbeam_has_feature": ("0.1", c_int32, [c_int32]),
    "scanbeam_abi_manifest": ("0.1", _text, []),
    # status.h
    "scanbeam_status_name": ("0.1", _text, [c_int32]),
    "scanbeam_status_message": ("0.1", _text, [c_int32]),
    "scanbeam_last_error": ("0.1", c_int32, [POINTER(scanbeam_error)]),
    # symbology.h
    "scanbeam_symbology_name": ("0.1", _text, [c_int32]),
    "scanbeam_symbology_from_name": ("0.1", c_int32, [_text]),
    "scanbeam_variant_name": ("0.1", _text, [c_int32]),
    "scanbeam_symbology_available": ("0.1", c_int32, [c_int32]),
    "scanbeam_symbologies": ("0.1", c_int32, [POINTER(c_int32), c_size_t, POINTER(c_size_t)]),
    # result.h
    "scanbeam_confirmation_name": ("0.1", _text, [c_uint32]),
    "scanbeam_reason_name": ("0.1", _text, [c_int32]),
    "scanbeam_results_ref": ("0.1", _handle, [_handle]),
    "scanbeam_results_unref": ("0.1", None, [_handle]),
    "scanbeam_results_good_read": ("0.1", c_int32, [_handle]),
    "scanbeam_results_reason": ("0.1", c_int32, [_handle]),
    "scanbeam_results_count": ("0.1", c_size_t, [_handle]),
    "scanbeam_results_at": ("0.1", _handle, [_handle, c_size_t]),
    "scanbeam_results_main": ("0.1", _handle, [_handle]),
    "scanbeam_results_part_count": ("0.1", c_size_t, [_handle]),
    "scanbeam_results_part_at": ("0.1", _handle, [_handle, c_size_t]),
    "scanbeam_results_image_id": ("0.1", c_int64, [_handle]),
    "scanbeam_results_id": ("0.1", c_int64, [_handle]),
    "scanbeam_results_time_ns": ("0.1", c_int64, [_handle]),
    "scanbeam_results_decode_time_ns": ("0.1", c_int64, [_handle]),
    "scanbeam_results_frame_size": ("0.1", scanbeam_size, [_handle]),
    "scanbeam_results_source": ("0.1", _text, [_handle]),
    "scanbeam_results_message": ("0.1", _text, [_handle]),
    "scanbeam_results_xml": ("0.1", _text, [_handle]),
    "scanbeam_results_statistics_xml": ("0.1", _text, [_handle]),
    "scanbeam_results_svg": ("0.1", _text, [_handle]),
    "scanbeam_results_image": ("0.1", c_int32, [_handle, POINTER(scanbeam_frame)]),
    "scanbeam_results_encoded_image": ("0.1", c_int32, [_handle, POINTER(scanbeam_bytes)]),
    "scanbeam_result_ref": ("0.1", _handle, [_handle]),
    "scanbeam_result_unref": ("0.1", None, [_handle]),
    "scanbeam_result_symbology": ("0.1", c_int32, [_handle]),
    "scanbeam_result_variant": ("0.1", c_int32, [_handle]),
    "scanbeam_result_bytes": ("0.1", scanbeam_bytes, [_handle]),
    "scanbeam_result_text": ("0.1", _text, [_handle]),
    "scanbeam_result_read_string": ("0.1", _text, [_handle]),
    "scanbeam_result_charset": ("0.1", _text, [_handle]),
    "scanbeam_result_eci": ("0.1", c_int32, [_handle]),
    "scanbeam_result_aim_id": ("0.1", _text, [_handle]),
    "scanbeam_result_is_gs1": ("0.1", c_int32, [_handle]),
    "scanbeam_result_linkage": ("0.1", c_int32, [_handle]),
    "scanbeam_result_gtin": ("0.1", _text, [_handle]),
    "scanbeam_result_add_on": ("0.1", _text, [_handle]),
    "scanbeam_result_confidence": ("0.1", c_int32, [_handle]),
    "scanbeam_result_confirmations": ("0.1", c_uint32, [_handle]),
    "scanbeam_result_verification": ("0.1", _text, [_handle]),
    "scanbeam_result_corners": ("0.1", scanbeam_quad, [_handle]),
    "scanbeam_result_structured_append": (
        "0.1",
        c_int32,
        [_handle, POINTER(c_int32), POINTER(c_int32), POINTER(c_int32)],
    ),
    "scanbeam_result_xml": ("0.1", _text, [_handle]),
    "scanbeam_result_svg": ("0.1", _text, [_handle]),
    # decode.h
    "scanbeam_decode_frame": ("0.1", c_int32, [_out, POINTER(scanbeam_frame), POINTER(scanbeam_decode_options)]),
    "scanbeam_decode_picture": ("0.1", c_int32, [_out, c_void_p, c_size_t, POINTER(scanbeam_decode_options)]),
    "scanbeam_decode_file": ("0.1", c_int32, [_out, _text, POINTER(scanbeam_decode_options)]),
    # context.h
    "scanbeam_context_new": ("0.1", c_int32, [_out, POINTER(scanbeam_context_options)]),
    "scanbeam_context_ref": ("0.1", _handle, [_handle]),
    "scanbeam_context_unref": ("0.1", None, [_handle]),
    "scanbeam_context_close": ("0.1", c_int32, [_handle]),
    "scanbeam_context_fd": ("0.1", c_int32, [_handle]),
    "scanbeam_context_dispatch": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_context_wake": ("0.1", c_int32, [_handle]),
    "scanbeam_context_set_log": ("0.1", c_int32, [_handle, c_int32, LogCallback, c_void_p, Destroy]),
    # discovery.h
    "scanbeam_context_list_cameras": ("0.1", c_int32, [_handle, _out]),
    "scanbeam_context_list_devices": ("0.1", c_int32, [_handle, _out]),
    "scanbeam_context_set_discovery": ("0.1", c_int32, [_handle, POINTER(scanbeam_discovery_options)]),
    "scanbeam_context_watch_devices": ("0.1", c_int32, [_handle, DevicesChanged, c_void_p, Destroy]),
    "scanbeam_device_list_ref": ("0.1", _handle, [_handle]),
    "scanbeam_device_list_unref": ("0.1", None, [_handle]),
    "scanbeam_device_list_count": ("0.1", c_size_t, [_handle]),
    "scanbeam_device_list_get": ("0.1", c_int32, [_handle, c_size_t, POINTER(scanbeam_device)]),
    "scanbeam_device_list_format_count": ("0.1", c_size_t, [_handle, c_size_t]),
    "scanbeam_device_list_get_format": (
        "0.1",
        c_int32,
        [_handle, c_size_t, c_size_t, POINTER(scanbeam_camera_format)],
    ),
    # delegate.h
    "scanbeam_delegate_size": ("0.1", c_size_t, []),
    # reader.h
    "scanbeam_reader_new_identity": ("0.1", c_int32, [_out, _handle, _text]),
    "scanbeam_reader_ref": ("0.1", _handle, [_handle]),
    "scanbeam_reader_unref": ("0.1", None, [_handle]),
    "scanbeam_reader_close": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_set_delegate": ("0.1", c_int32, [_handle, POINTER(scanbeam_delegate), c_void_p, Destroy]),
    "scanbeam_reader_identity": ("0.1", _text, [_handle]),
    "scanbeam_reader_device_class": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_has_capability": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_availability": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_connection_state": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_is_scanning": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_connect": ("0.1", c_int32, [_handle, Completion, c_void_p]),
    "scanbeam_reader_connect_sync": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_disconnect": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_start_scanning": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_stop_scanning": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_push_frame": ("0.1", c_int32, [_handle, POINTER(scanbeam_frame)]),
    "scanbeam_reader_set_symbology_enabled": ("0.1", c_int32, [_handle, c_int32, c_int32, Completion, c_void_p]),
    "scanbeam_reader_set_symbology_enabled_sync": ("0.1", c_int32, [_handle, c_int32, c_int32, c_int32]),
    "scanbeam_reader_is_symbology_enabled": ("0.1", c_int32, [_handle, c_int32, FlagCompletion, c_void_p]),
    "scanbeam_reader_is_symbology_enabled_sync": ("0.1", c_int32, [_handle, c_int32, POINTER(c_int32), c_int32]),
    "scanbeam_reader_set_lights_on": ("0.1", c_int32, [_handle, c_int32, Completion, c_void_p]),
    "scanbeam_reader_set_lights_on_sync": ("0.1", c_int32, [_handle, c_int32, c_int32]),
    "scanbeam_reader_lights_on": ("0.1", c_int32, [_handle, FlagCompletion, c_void_p]),
    "scanbeam_reader_lights_on_sync": ("0.1", c_int32, [_handle, POINTER(c_int32), c_int32]),
    "scanbeam_reader_beep": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_battery_level": ("0.1", c_int32, [_handle, NumberCompletion, c_void_p]),
    "scanbeam_reader_battery_level_sync": ("0.1", c_int32, [_handle, POINTER(c_int32), c_int32]),
    "scanbeam_reader_reset_config": ("0.1", c_int32, [_handle, Completion, c_void_p]),
    "scanbeam_reader_reset_config_sync": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_read_string_encoding": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_image_results": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_svg_results": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_trigger_type": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_scan_timeout": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_duplicate_timeout": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_effort": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_get_statistics": ("0.1", c_int32, [_handle, POINTER(scanbeam_reader_statistics)]),
    # geometry.h
    "scanbeam_view_convert_points": (
        "0.1",
        c_int32,
        [POINTER(scanbeam_view), c_int32, c_int32, POINTER(scanbeam_point), c_size_t, POINTER(scanbeam_point)],
    ),
    "scanbeam_view_convert_rect": (
        "0.1",
        c_int32,
        [POINTER(scanbeam_view), c_int32, c_int32, POINTER(scanbeam_rect), POINTER(scanbeam_rect)],
    ),
    "scanbeam_finder_frame": (
        "0.1",
        c_int32,
        [POINTER(scanbeam_rect), c_double, c_double, c_double, POINTER(scanbeam_rect)],
    ),
    # scanning.h
    "scanbeam_reader_scanning_state": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_set_paused": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_agreement": ("0.1", c_int32, [_handle, c_int32, c_int32]),
    "scanbeam_reader_set_detection_rate": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_sharpest_of": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_region": ("0.1", c_int32, [_handle, c_int32, c_int32, c_int32, c_int32, c_int32]),
    "scanbeam_reader_set_finder": ("0.1", c_int32, [_handle, c_double, c_double, c_double]),
    "scanbeam_reader_get_region": ("0.1", c_int32, [_handle, c_int32, c_int32, POINTER(scanbeam_rect)]),
    "scanbeam_reader_set_target": ("0.1", c_int32, [_handle, c_int32, c_int32, c_int32, c_int32, c_int32]),
    "scanbeam_reader_set_nearest_to_centre": ("0.1", c_int32, [_handle, c_int32]),
    # controls.h
    "scanbeam_reader_control_range": ("0.1", c_int32, [_handle, c_int32, POINTER(scanbeam_control_range)]),
    "scanbeam_reader_get_control": ("0.1", c_int32, [_handle, c_int32, POINTER(c_int32)]),
    "scanbeam_reader_set_control": ("0.1", c_int32, [_handle, c_int32, c_int32]),
    "scanbeam_reader_set_frames": ("0.1", c_int32, [_handle, c_int32, c_int32, c_double]),
    "scanbeam_reader_set_lamp": ("0.1", c_int32, [_handle, _text]),
    # terminal.h
    "scanbeam_reader_new_mx": ("0.1", c_int32, [_out, _handle]),
    "scanbeam_reader_new_network": ("0.1", c_int32, [_out, _handle, POINTER(scanbeam_network_options)]),
    "scanbeam_reader_terminal_text": ("0.1", c_int32, [_handle, c_int32, c_void_p, c_size_t, POINTER(c_size_t)]),
    "scanbeam_reader_set_reconnect": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_keep_configuration": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_heartbeat": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_image_push": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_set_live_image": (
        "0.1",
        c_int32,
        [_handle, POINTER(scanbeam_live_image_options), Completion, c_void_p],
    ),
    # trigger.h
    "scanbeam_reader_set_key_trigger": ("0.1", c_int32, [_handle, POINTER(scanbeam_key_trigger)]),
    "scanbeam_reader_set_line_trigger": ("0.1", c_int32, [_handle, POINTER(scanbeam_line_trigger)]),
    # lifecycle.h
    "scanbeam_reader_suspend": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_resume": ("0.1", c_int32, [_handle]),
    "scanbeam_context_follow_sleep": ("0.1", c_int32, [_handle, c_int32]),
    # licence.h
    "scanbeam_context_set_licence_policy": ("0.1", c_int32, [_handle, _text, c_char_p]),
    "scanbeam_context_set_licence_key": ("0.1", c_int32, [_handle, _text, POINTER(c_int32)]),
    "scanbeam_context_licence_status": ("0.1", c_int32, [_handle]),
    # ndef.h
    "scanbeam_ndef_new": ("0.1", c_int32, [_out, c_char_p, c_size_t]),
    "scanbeam_ndef_ref": ("0.1", _handle, [_handle]),
    "scanbeam_ndef_unref": ("0.1", None, [_handle]),
    "scanbeam_ndef_bytes": ("0.1", scanbeam_bytes, [_handle]),
    "scanbeam_ndef_count": ("0.1", c_size_t, [_handle]),
    "scanbeam_ndef_record_kind": ("0.1", c_int32, [_handle, c_size_t]),
    "scanbeam_ndef_record_text": ("0.1", _text, [_handle, c_size_t]),
    "scanbeam_ndef_record_language": ("0.1", _text, [_handle, c_size_t]),
    "scanbeam_ndef_record_type_name": ("0.1", c_int32, [_handle, c_size_t]),
    "scanbeam_ndef_record_type": ("0.1", scanbeam_bytes, [_handle, c_size_t]),
    "scanbeam_ndef_record_id": ("0.1", scanbeam_bytes, [_handle, c_size_t]),
    "scanbeam_ndef_record_payload": ("0.1", scanbeam_bytes, [_handle, c_size_t]),
    "scanbeam_ndef_record_wifi": ("0.1", c_int32, [_handle, c_size_t, POINTER(scanbeam_wifi)]),
    "scanbeam_ndef_add_uri": ("0.1", c_int32, [_handle, _text]),
    "scanbeam_ndef_add_text": ("0.1", c_int32, [_handle, _text, _text]),
    "scanbeam_ndef_add_smart_poster": ("0.1", c_int32, [_handle, _text, _text, _text]),
    "scanbeam_ndef_add_mime": ("0.1", c_int32, [_handle, _text, c_char_p, c_size_t]),
    "scanbeam_ndef_add_external": ("0.1", c_int32, [_handle, _text, c_char_p, c_size_t]),
    "scanbeam_ndef_add_wifi": ("0.1", c_int32, [_handle, POINTER(scanbeam_wifi)]),
    "scanbeam_ndef_add_record": (
        "0.1",
        c_int32,
        [_handle, c_int32, c_char_p, c_size_t, c_char_p, c_size_t, c_char_p, c_size_t],
    ),
    # tag.h
    "scanbeam_tag_source_name": ("0.1", _text, [c_int32]),
    "scanbeam_tag_chip_name": ("0.1", _text, [c_int32]),
    "scanbeam_result_tag": ("0.1", _handle, [_handle]),
    "scanbeam_tag_ref": ("0.1", _handle, [_handle]),
    "scanbeam_tag_unref": ("0.1", None, [_handle]),
    "scanbeam_tag_get_source": ("0.1", c_int32, [_handle]),
    "scanbeam_tag_get_chip": ("0.1", c_int32, [_handle]),
    "scanbeam_tag_id": ("0.1", scanbeam_bytes, [_handle]),
    "scanbeam_tag_id_is_random": ("0.1", c_int32, [_handle]),
    "scanbeam_tag_atr": ("0.1", scanbeam_bytes, [_handle]),
    "scanbeam_tag_has_message": ("0.1", c_int32, [_handle]),
    "scanbeam_tag_message": ("0.1", scanbeam_bytes, [_handle]),
    "scanbeam_tag_forum_type": ("0.1", c_int32, [_handle]),
    "scanbeam_tag_capacity": ("0.1", c_size_t, [_handle]),
    "scanbeam_tag_is_writable": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_new_tag": ("0.1", c_int32, [_out, _handle, POINTER(scanbeam_tag_options)]),
    "scanbeam_reader_set_tag_format": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_reader_tag_format": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_set_tag_delegate": ("0.1", c_int32, [_handle, POINTER(scanbeam_tag_delegate), c_void_p, Destroy]),
    "scanbeam_reader_tag_perform": ("0.1", c_int32, [_handle, POINTER(scanbeam_tag_operation), TagCompletion, c_void_p]),
    "scanbeam_reader_tag_perform_sync": (
        "0.1",
        c_int32,
        [_handle, POINTER(scanbeam_tag_operation), c_char_p, c_size_t, POINTER(c_size_t), c_int32],
    ),
    # manager.h
    "scanbeam_capture_result_of": ("0.1", c_int32, [c_int32]),
    "scanbeam_capture_result_name": ("0.1", _text, [c_int32]),
    "scanbeam_reader_capture_type": ("0.1", c_int32, [_handle]),
    "scanbeam_manager_capture_type": ("0.1", c_int32, [_handle]),
    "scanbeam_reader_get_capture_property": ("0.1", c_int32, [_handle, c_int32, POINTER(c_int32)]),
    "scanbeam_reader_set_capture_property": ("0.1", c_int32, [_handle, c_int32, c_int32]),
    "scanbeam_transport_name": ("0.1", _text, [c_int32]),
    "scanbeam_manager_new": ("0.1", c_int32, [_out, _handle, c_int32, POINTER(scanbeam_manager_options)]),
    "scanbeam_manager_ref": ("0.1", _handle, [_handle]),
    "scanbeam_manager_unref": ("0.1", None, [_handle]),
    "scanbeam_manager_close": ("0.1", c_int32, [_handle]),
    "scanbeam_manager_transport": ("0.1", c_int32, [_handle]),
    "scanbeam_manager_set_delegate": ("0.1", c_int32, [_handle, POINTER(scanbeam_manager_delegate), c_void_p, Destroy]),
    "scanbeam_manager_set_favorites": ("0.1", c_int32, [_handle, _text]),
    "scanbeam_manager_favorites": ("0.1", c_int32, [_handle, c_char_p, c_size_t, POINTER(c_size_t)]),
    "scanbeam_manager_set_pin_to_first": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_manager_start_discovery": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_manager_cancel_discovery": ("0.1", c_int32, [_handle]),
    "scanbeam_manager_add_device": ("0.1", c_int32, [_handle, c_char_p]),
    "scanbeam_manager_remove_device": ("0.1", c_int32, [_handle, c_char_p]),
    "scanbeam_manager_connect_device": ("0.1", c_int32, [_handle, _text]),
    "scanbeam_manager_disconnect_device": ("0.1", c_int32, [_handle, _text]),
    "scanbeam_manager_unique_identifier": (
        "0.1",
        c_int32,
        [_handle, c_uint64, c_char_p, c_size_t, POINTER(c_size_t)],
    ),
    # overlay.h
    "scanbeam_overlay_new": ("0.1", c_int32, [_out, _handle, POINTER(scanbeam_overlay_options)]),
    "scanbeam_overlay_ref": ("0.1", c_void_p, [_handle]),
    "scanbeam_overlay_unref": ("0.1", None, [_handle]),
    "scanbeam_overlay_shapes_new": ("0.1", c_int32, [_out, _handle, POINTER(scanbeam_view), c_int32]),
    "scanbeam_shapes_ref": ("0.1", c_void_p, [_handle]),
    "scanbeam_shapes_unref": ("0.1", None, [_handle]),
    "scanbeam_shapes_count": ("0.1", c_size_t, [_handle]),
    "scanbeam_shapes_get": ("0.1", c_int32, [_handle, c_size_t, POINTER(scanbeam_shape)]),
    "scanbeam_shapes_svg": ("0.1", c_char_p, [_handle]),
    "scanbeam_overlay_visible": ("0.1", c_int32, [_handle, POINTER(scanbeam_rect)]),
    "scanbeam_overlay_button_at": (
        "0.1",
        c_int32,
        [_handle, POINTER(scanbeam_view), c_int32, c_double, c_double, POINTER(c_int32)],
    ),
    "scanbeam_overlay_press": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_overlay_set_hidden": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_overlay_set_visible": ("0.1", c_int32, [_handle, c_int32, c_int32]),
    "scanbeam_overlay_get_style": ("0.1", c_int32, [_handle, c_int32, POINTER(scanbeam_part_style)]),
    "scanbeam_overlay_set_style": ("0.1", c_int32, [_handle, c_int32, POINTER(scanbeam_part_style)]),
    "scanbeam_overlay_set_pause": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_overlay_set_blinking": ("0.1", c_int32, [_handle, c_double]),
    "scanbeam_overlay_add": ("0.1", c_int32, [_handle, POINTER(scanbeam_shape)]),
    "scanbeam_overlay_remove": ("0.1", c_int32, [_handle, c_int32]),
    "scanbeam_overlay_reset": ("0.1", c_int32, [_handle]),
    # preview.h
    "scanbeam_feed_new": ("0.1", c_int32, [_out, _handle, POINTER(scanbeam_feed_options)]),
    "scanbeam_feed_ref": ("0.1", c_void_p, [_handle]),
    "scanbeam_feed_unref": ("0.1", None, [_handle]),
    "scanbeam_feed_set_arrived": ("0.1", c_int32, [_handle, FeedArrived, c_void_p, c_void_p]),
    "scanbeam_feed_fd": ("0.1", c_int32, [_handle]),
    "scanbeam_feed_orientation": ("0.1", c_int32, [_handle]),
    "scanbeam_feed_dropped": ("0.1", c_uint64, [_handle]),
    "scanbeam_feed_take": ("0.1", c_int32, [_out, _handle]),
    "scanbeam_preview_frame_ref": ("0.1", c_void_p, [_handle]),
    "scanbeam_preview_frame_unref": ("0.1", None, [_handle]),
    "scanbeam_preview_frame_number": ("0.1", c_uint64, [_handle]),
    "scanbeam_preview_frame_get": ("0.1", c_int32, [_handle, POINTER(scanbeam_frame)]),
    "scanbeam_preview_frame_paint": (
        "0.1",
        c_int32,
        [_handle, POINTER(scanbeam_view), POINTER(scanbeam_rect), c_void_p, c_size_t, c_size_t],
    ),
    # camera.h
    "scanbeam_reader_new_camera": ("0.1", c_int32, [_out, _handle, POINTER(scanbeam_camera_options)]),
    "scanbeam_reader_get_preview": ("0.1", c_int32, [_handle, POINTER(scanbeam_preview)]),
    # aimer.h
    "scanbeam_reader_set_aimer": ("0.1", c_int32, [_handle, POINTER(scanbeam_aimer), c_void_p, Destroy]),
    "scanbeam_reader_get_aimer_text": (
        "0.1",
        c_int32,
        [_handle, c_int32, c_char_p, c_size_t, POINTER(c_size_t)],
    ),
    "scanbeam_reader_get_aimer_value": ("0.1", c_int32, [_handle, c_int32, POINTER(c_int32)]),
    "scanbeam_reader_set_aimer_value": ("0.1", c_int32, [_handle, c_int32, c_int32, Completion, c_void_p]),
    "scanbeam_reader_set_aimer_value_sync": ("0.1", c_int32, [_handle, c_int32, c_int32, c_int32]),
    # dmcc.h
    "scanbeam_reader_send_command": (
        "0.1",
        c_int32,
        [_handle, _text, POINTER(scanbeam_command_options), DMCCCompletion, c_void_p],
    ),
    "scanbeam_reader_send_command_sync": (
        "0.1",
        c_int32,
        [_handle, _text, POINTER(scanbeam_command_options), _out, c_int32],
    ),
    "scanbeam_reader_send_commands": (
        "0.1",
        c_int32,
        [_handle, POINTER(c_char_p), c_size_t, c_int32, DMCCBatchCompletion, c_void_p],
    ),
    "scanbeam_reader_has_setting": ("0.1", c_int32, [_handle, _text]),
    "scanbeam_dmcc_response_ref": ("0.1", _handle, [_handle]),
    "scanbeam_dmcc_response_unref": ("0.1", None, [_handle]),
    "scanbeam_dmcc_response_status": ("0.1", c_int32, [_handle]),
    "scanbeam_dmcc_response_text": ("0.1", _text, [_handle]),
    "scanbeam_dmcc_response_bytes": ("0.1", scanbeam_bytes, [_handle]),
}


class Functions:
    """The library's functions as attributes, each with its types set."""

    def __init__(self, library: Any, path: str) -> None:
        self.path = path
        for name, (since, result, arguments) in FUNCTIONS.items():
            try:
                function = getattr(library, name)
            except AttributeError:
                function = _missing(name, since, path)
            else:
                function.restype = result
                function.argtypes = arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:  # for type checkers; only unknown names get here
        raise AttributeError(f"{name} is not a function of the Scanbeam ABI")


def _missing(name: str, since: str, path: str) -> Any:
    def stub(*_: Any) -> Any:
        raise NotImplementedError(f"{name} needs libscanbeam >= {since}; {path} is older")

    return stub


def check_layout(manifest: str, path: str) -> None:
    """Compare the structs above with the library's own description; ImportError when they differ."""
    try:
        structs = json.loads(manifest)["structs"]
        for kind in FROZEN + TABLES:
            entry = structs[kind.__name__]
            ours = {name: getattr(kind, name).offset for name, *_ in kind._fields_}
            theirs = entry["fields"]
            size = ctypes.sizeof(kind)
            for name in ours.keys() & theirs.keys():
                if ours[name] != theirs[name]:
                    raise ImportError(
                        f"{path}: {kind.__name__}.{name} is at offset {theirs[name]}, this package expects {ours[name]}"
                    )
            # Tables may be longer in a newer library or shorter in an older one, but only at their end.
            if kind in FROZEN or ours.keys() == theirs.keys():
                fits = entry["size"] == size and ours.keys() == theirs.keys()
            else:
                fits = ours.keys() < theirs.keys() or theirs.keys() < ours.keys()
            if not fits:
                raise ImportError(
                    f"{path}: {kind.__name__} has {entry['size']} bytes, this package expects {size}; "
                    "package and library do not belong together"
                )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ImportError(f"{path}: its layout manifest cannot be understood: {error!r}") from error


lib = Functions(*_library.load())
check_layout(lib.scanbeam_abi_manifest().decode(), lib.path)
