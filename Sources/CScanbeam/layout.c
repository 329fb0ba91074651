/* The public headers as a Clang module, for ScanbeamABI, whose functions are in Swift; and the layout of their structs. */
#include "layout.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "scanbeam.h"

// Every public struct with its fields.
#define STRUCTS \
  S(scanbeam_bytes) F(scanbeam_bytes, data) F(scanbeam_bytes, size) \
  S(scanbeam_point) F(scanbeam_point, x) F(scanbeam_point, y) \
  S(scanbeam_quad) F(scanbeam_quad, top_left) F(scanbeam_quad, top_right) F(scanbeam_quad, bottom_right) \
    F(scanbeam_quad, bottom_left) \
  S(scanbeam_size) F(scanbeam_size, width) F(scanbeam_size, height) \
  S(scanbeam_error) F(scanbeam_error, size) F(scanbeam_error, reserved) F(scanbeam_error, source_code) \
    F(scanbeam_error, code) F(scanbeam_error, source) F(scanbeam_error, message) \
  S(scanbeam_frame) F(scanbeam_frame, size) F(scanbeam_frame, reserved) F(scanbeam_frame, data) \
    F(scanbeam_frame, length) F(scanbeam_frame, time_ns) F(scanbeam_frame, format) F(scanbeam_frame, width) \
    F(scanbeam_frame, height) F(scanbeam_frame, stride) \
  S(scanbeam_decode_options) F(scanbeam_decode_options, size) F(scanbeam_decode_options, reserved) \
    F(scanbeam_decode_options, symbologies) F(scanbeam_decode_options, symbology_count) \
    F(scanbeam_decode_options, budget_ns) F(scanbeam_decode_options, effort) F(scanbeam_decode_options, max_codes) \
    F(scanbeam_decode_options, flags) F(scanbeam_decode_options, unused) F(scanbeam_decode_options, context) \
  S(scanbeam_context_options) F(scanbeam_context_options, size) F(scanbeam_context_options, reserved) \
    F(scanbeam_context_options, mode) F(scanbeam_context_options, unused) \
  S(scanbeam_device) F(scanbeam_device, size) F(scanbeam_device, reserved) F(scanbeam_device, identity) \
    F(scanbeam_device, name) F(scanbeam_device, node) F(scanbeam_device, driver) F(scanbeam_device, problem) \
    F(scanbeam_device, device_class) F(scanbeam_device, problem_status) \
  S(scanbeam_camera_format) F(scanbeam_camera_format, size) F(scanbeam_camera_format, reserved) \
    F(scanbeam_camera_format, frames_per_second) F(scanbeam_camera_format, format) F(scanbeam_camera_format, width) \
    F(scanbeam_camera_format, height) F(scanbeam_camera_format, usable) \
  S(scanbeam_delegate) F(scanbeam_delegate, size) F(scanbeam_delegate, reserved) \
    F(scanbeam_delegate, availability_changed) F(scanbeam_delegate, connection_state_changed) \
    F(scanbeam_delegate, results_received) F(scanbeam_delegate, failed) \
    F(scanbeam_delegate, scanning_state_changed) F(scanbeam_delegate, event) F(scanbeam_delegate, beep) \
  S(scanbeam_event) F(scanbeam_event, size) F(scanbeam_event, reserved) F(scanbeam_event, text) \
    F(scanbeam_event, data) F(scanbeam_event, done) F(scanbeam_event, total) F(scanbeam_event, kind) \
    F(scanbeam_event, status) \
  S(scanbeam_discovery_options) F(scanbeam_discovery_options, size) F(scanbeam_discovery_options, reserved) \
    F(scanbeam_discovery_options, interfaces) F(scanbeam_discovery_options, hosts) \
    F(scanbeam_discovery_options, interface_count) F(scanbeam_discovery_options, host_count) \
  S(scanbeam_network_options) F(scanbeam_network_options, size) F(scanbeam_network_options, reserved) \
    F(scanbeam_network_options, host) F(scanbeam_network_options, user) F(scanbeam_network_options, password) \
    F(scanbeam_network_options, port) F(scanbeam_network_options, unused) \
  S(scanbeam_live_image_options) F(scanbeam_live_image_options, size) F(scanbeam_live_image_options, reserved) \
    F(scanbeam_live_image_options, format) F(scanbeam_live_image_options, image_size) \
    F(scanbeam_live_image_options, quality) F(scanbeam_live_image_options, unused) \
  S(scanbeam_reader_statistics) F(scanbeam_reader_statistics, size) F(scanbeam_reader_statistics, reserved) \
    F(scanbeam_reader_statistics, frames_received) F(scanbeam_reader_statistics, frames_decoded) \
    F(scanbeam_reader_statistics, frames_dropped) F(scanbeam_reader_statistics, frames_corrupt) \
    F(scanbeam_reader_statistics, good_reads) F(scanbeam_reader_statistics, bad_reads) \
    F(scanbeam_reader_statistics, duplicates) F(scanbeam_reader_statistics, frames_skipped) \
  S(scanbeam_rect) F(scanbeam_rect, x) F(scanbeam_rect, y) F(scanbeam_rect, width) F(scanbeam_rect, height) \
  S(scanbeam_view) F(scanbeam_view, size) F(scanbeam_view, reserved) F(scanbeam_view, width) \
    F(scanbeam_view, height) F(scanbeam_view, frame) F(scanbeam_view, orientation) F(scanbeam_view, gravity) \
  S(scanbeam_key_trigger) F(scanbeam_key_trigger, size) F(scanbeam_key_trigger, reserved) \
    F(scanbeam_key_trigger, device) F(scanbeam_key_trigger, key) F(scanbeam_key_trigger, mode) \
    F(scanbeam_key_trigger, exclusive) F(scanbeam_key_trigger, unused) \
  S(scanbeam_line_trigger) F(scanbeam_line_trigger, size) F(scanbeam_line_trigger, reserved) \
    F(scanbeam_line_trigger, chip) F(scanbeam_line_trigger, line) F(scanbeam_line_trigger, offset) \
    F(scanbeam_line_trigger, mode) F(scanbeam_line_trigger, bias) F(scanbeam_line_trigger, active_low) \
    F(scanbeam_line_trigger, debounce_ms) F(scanbeam_line_trigger, unused) \
  S(scanbeam_aimer) F(scanbeam_aimer, size) F(scanbeam_aimer, reserved) F(scanbeam_aimer, name) \
    F(scanbeam_aimer, get_text) F(scanbeam_aimer, get) F(scanbeam_aimer, set) \
  S(scanbeam_control_range) F(scanbeam_control_range, size) F(scanbeam_control_range, reserved) \
    F(scanbeam_control_range, minimum) F(scanbeam_control_range, maximum) F(scanbeam_control_range, step) \
    F(scanbeam_control_range, default_value) \
  S(scanbeam_wifi) F(scanbeam_wifi, size) F(scanbeam_wifi, reserved) F(scanbeam_wifi, ssid) F(scanbeam_wifi, key) \
    F(scanbeam_wifi, authentication) F(scanbeam_wifi, encryption) \
  S(scanbeam_tag_options) F(scanbeam_tag_options, size) F(scanbeam_tag_options, reserved) \
    F(scanbeam_tag_options, reader) F(scanbeam_tag_options, format) F(scanbeam_tag_options, removal_delay_ms) \
    F(scanbeam_tag_options, flags) F(scanbeam_tag_options, unused) \
  S(scanbeam_tag_delegate) F(scanbeam_tag_delegate, size) F(scanbeam_tag_delegate, reserved) \
    F(scanbeam_tag_delegate, arrived) F(scanbeam_tag_delegate, removed) \
  S(scanbeam_tag_operation) F(scanbeam_tag_operation, size) F(scanbeam_tag_operation, reserved) \
    F(scanbeam_tag_operation, data) F(scanbeam_tag_operation, length) F(scanbeam_tag_operation, action) \
    F(scanbeam_tag_operation, number) F(scanbeam_tag_operation, count) F(scanbeam_tag_operation, timeout_ms) \
  S(scanbeam_manager_options) F(scanbeam_manager_options, size) F(scanbeam_manager_options, reserved) \
    F(scanbeam_manager_options, device_context) F(scanbeam_manager_options, state_folder) \
    F(scanbeam_manager_options, flags) F(scanbeam_manager_options, unused) \
  S(scanbeam_discovered_device) F(scanbeam_discovered_device, size) F(scanbeam_discovered_device, reserved) \
    F(scanbeam_discovered_device, identifier) F(scanbeam_discovered_device, name) \
    F(scanbeam_discovered_device, service) \
  S(scanbeam_managed_device) F(scanbeam_managed_device, size) F(scanbeam_managed_device, reserved) \
    F(scanbeam_managed_device, handle) F(scanbeam_managed_device, identifier) F(scanbeam_managed_device, name) \
    F(scanbeam_managed_device, reader) \
  S(scanbeam_manager_delegate) F(scanbeam_manager_delegate, size) F(scanbeam_manager_delegate, reserved) \
    F(scanbeam_manager_delegate, usable_changed) F(scanbeam_manager_delegate, discovered) \
    F(scanbeam_manager_delegate, discovery_ended) F(scanbeam_manager_delegate, device_arrived) \
    F(scanbeam_manager_delegate, device_removed) \
  S(scanbeam_command_options) F(scanbeam_command_options, size) F(scanbeam_command_options, reserved) \
    F(scanbeam_command_options, data) F(scanbeam_command_options, data_length) \
    F(scanbeam_command_options, timeout_ms) F(scanbeam_command_options, expects_binary) \
  S(scanbeam_camera_options) F(scanbeam_camera_options, size) F(scanbeam_camera_options, reserved) \
    F(scanbeam_camera_options, identity) F(scanbeam_camera_options, mode) \
    F(scanbeam_camera_options, preview_options) F(scanbeam_camera_options, position) \
    F(scanbeam_camera_options, unused) \
  S(scanbeam_preview) F(scanbeam_preview, size) F(scanbeam_preview, reserved) F(scanbeam_preview, mode) \
    F(scanbeam_preview, options) F(scanbeam_preview, shown) F(scanbeam_preview, zoom_button) \
    F(scanbeam_preview, light_button) F(scanbeam_preview, close_button) F(scanbeam_preview, starts_paused) \
    F(scanbeam_preview, stays_paused) F(scanbeam_preview, hardware_trigger) F(scanbeam_preview, frames_per_second) \
    F(scanbeam_preview, width) F(scanbeam_preview, height) \
  S(scanbeam_overlay_options) F(scanbeam_overlay_options, size) F(scanbeam_overlay_options, reserved) \
    F(scanbeam_overlay_options, mode) F(scanbeam_overlay_options, outline_ms) \
  S(scanbeam_part_style) F(scanbeam_part_style, size) F(scanbeam_part_style, reserved) \
    F(scanbeam_part_style, line_width) F(scanbeam_part_style, line_colour) F(scanbeam_part_style, fill_colour) \
  S(scanbeam_shape) F(scanbeam_shape, size) F(scanbeam_shape, reserved) F(scanbeam_shape, frame) \
    F(scanbeam_shape, points) F(scanbeam_shape, point_count) F(scanbeam_shape, name) F(scanbeam_shape, line_width) \
    F(scanbeam_shape, value) F(scanbeam_shape, tag) F(scanbeam_shape, kind) F(scanbeam_shape, line_colour) \
    F(scanbeam_shape, fill_colour) F(scanbeam_shape, sign) F(scanbeam_shape, state) \
  S(scanbeam_feed_options) F(scanbeam_feed_options, size) F(scanbeam_feed_options, reserved) \
    F(scanbeam_feed_options, maximum_rate) F(scanbeam_feed_options, orientation) F(scanbeam_feed_options, flags)

// A line for each struct, its name and those of its fields; and its size and their offsets.
#define S(type) "\n" #type
#define F(type, field) " " #field
static const char kNames[] = STRUCTS;
#undef S
#undef F
#define S(type) sizeof(type),
#define F(type, field) offsetof(type, field),
static const uint16_t kNumbers[] = {STRUCTS};

const char *cscanbeam_layout(void) {
  static char text[16384];
  size_t used = 0;
  size_t number = 0;
  int is_first = 0;
  const char *name = kNames;
  while (*name != 0 && used < sizeof text) {
    int is_struct = *name++ == '\n';
    int length = 0;
    while (name[length] > ' ') length++;
    const char *format = is_struct ? "%s\"%.*s\":{\"size\":%d,\"fields\":{" : "%s\"%.*s\":%d";
    const char *before = !is_struct ? (is_first ? "" : ",") : used == 0 ? "" : "}},";
    used += (size_t)snprintf(text + used, sizeof text - used, format, before, length, name, kNumbers[number++]);
    is_first = is_struct;
    name += length;
  }
  if (used < sizeof text) snprintf(text + used, sizeof text - used, "}}");
  return text;
}
