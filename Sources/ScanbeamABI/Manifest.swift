import CScanbeam

/// The layout of the public structs as JSON, from the compiler itself; `scanbeam_abi_manifest`.
let manifestText = CText(manifest())!

private func manifest() -> String {
  var structs: [String] = []

  func add<T>(_ name: String, _ type: T.Type, _ fields: [(String, PartialKeyPath<T>)]) {
    let list = fields.map { "\"\($0.0)\":\(MemoryLayout<T>.offset(of: $0.1) ?? -1)" }.joined(separator: ",")
    structs.append("\"\(name)\":{\"size\":\(MemoryLayout<T>.size),\"fields\":{\(list)}}")
  }

  add("scanbeam_bytes", scanbeam_bytes.self, [("data", \.data), ("size", \.size)])
  add("scanbeam_point", scanbeam_point.self, [("x", \.x), ("y", \.y)])
  add(
    "scanbeam_quad", scanbeam_quad.self,
    [
      ("top_left", \.top_left), ("top_right", \.top_right), ("bottom_right", \.bottom_right),
      ("bottom_left", \.bottom_left),
    ])
  add("scanbeam_size", scanbeam_size.self, [("width", \.width), ("height", \.height)])
  add(
    "scanbeam_error", scanbeam_error.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("source_code", \.source_code), ("code", \.code),
      ("source", \.source), ("message", \.message),
    ])
  add(
    "scanbeam_frame", scanbeam_frame.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("data", \.data), ("length", \.length), ("time_ns", \.time_ns),
      ("format", \.format), ("width", \.width), ("height", \.height), ("stride", \.stride),
    ])
  add(
    "scanbeam_decode_options", scanbeam_decode_options.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("symbologies", \.symbologies),
      ("symbology_count", \.symbology_count), ("budget_ns", \.budget_ns), ("effort", \.effort),
      ("max_codes", \.max_codes), ("flags", \.flags), ("unused", \.unused), ("context", \.context),
    ])
  add(
    "scanbeam_context_options", scanbeam_context_options.self,
    [("size", \.size), ("reserved", \.reserved), ("mode", \.mode), ("unused", \.unused)])
  add(
    "scanbeam_device", scanbeam_device.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("identity", \.identity), ("name", \.name), ("node", \.node),
      ("driver", \.driver), ("problem", \.problem), ("device_class", \.device_class),
      ("problem_status", \.problem_status),
    ])
  add(
    "scanbeam_camera_format", scanbeam_camera_format.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("frames_per_second", \.frames_per_second), ("format", \.format),
      ("width", \.width), ("height", \.height), ("usable", \.usable),
    ])
  add(
    "scanbeam_delegate", scanbeam_delegate.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("availability_changed", \.availability_changed),
      ("connection_state_changed", \.connection_state_changed), ("results_received", \.results_received),
      ("failed", \.failed), ("scanning_state_changed", \.scanning_state_changed), ("event", \.event),
      ("beep", \.beep),
    ])
  add(
    "scanbeam_event", scanbeam_event.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("text", \.text), ("data", \.data), ("done", \.done),
      ("total", \.total), ("kind", \.kind), ("status", \.status),
    ])
  add(
    "scanbeam_discovery_options", scanbeam_discovery_options.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("interfaces", \.interfaces), ("hosts", \.hosts),
      ("interface_count", \.interface_count), ("host_count", \.host_count),
    ])
  add(
    "scanbeam_network_options", scanbeam_network_options.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("host", \.host), ("user", \.user), ("password", \.password),
      ("port", \.port), ("unused", \.unused),
    ])
  add(
    "scanbeam_live_image_options", scanbeam_live_image_options.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("format", \.format), ("image_size", \.image_size),
      ("quality", \.quality), ("unused", \.unused),
    ])
  add(
    "scanbeam_reader_statistics", scanbeam_reader_statistics.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("frames_received", \.frames_received),
      ("frames_decoded", \.frames_decoded), ("frames_dropped", \.frames_dropped),
      ("frames_corrupt", \.frames_corrupt), ("good_reads", \.good_reads), ("bad_reads", \.bad_reads),
      ("duplicates", \.duplicates), ("frames_skipped", \.frames_skipped),
    ])
  add(
    "scanbeam_rect", scanbeam_rect.self, [("x", \.x), ("y", \.y), ("width", \.width), ("height", \.height)])
  add(
    "scanbeam_view", scanbeam_view.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("width", \.width), ("height", \.height), ("frame", \.frame),
      ("orientation", \.orientation), ("gravity", \.gravity),
    ])
  add(
    "scanbeam_key_trigger", scanbeam_key_trigger.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("device", \.device), ("key", \.key), ("mode", \.mode),
      ("exclusive", \.exclusive), ("unused", \.unused),
    ])
  add(
    "scanbeam_line_trigger", scanbeam_line_trigger.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("chip", \.chip), ("line", \.line), ("offset", \.offset),
      ("mode", \.mode), ("bias", \.bias), ("active_low", \.active_low), ("debounce_ms", \.debounce_ms),
      ("unused", \.unused),
    ])
  add(
    "scanbeam_aimer", scanbeam_aimer.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("name", \.name), ("get_text", \.get_text), ("get", \.get),
      ("set", \.set),
    ])
  add(
    "scanbeam_control_range", scanbeam_control_range.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("minimum", \.minimum), ("maximum", \.maximum), ("step", \.step),
      ("default_value", \.default_value),
    ])
  add(
    "scanbeam_wifi", scanbeam_wifi.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("ssid", \.ssid), ("key", \.key),
      ("authentication", \.authentication), ("encryption", \.encryption),
    ])
  add(
    "scanbeam_tag_options", scanbeam_tag_options.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("reader", \.reader), ("format", \.format),
      ("removal_delay_ms", \.removal_delay_ms), ("flags", \.flags), ("unused", \.unused),
    ])
  add(
    "scanbeam_tag_delegate", scanbeam_tag_delegate.self,
    [("size", \.size), ("reserved", \.reserved), ("arrived", \.arrived), ("removed", \.removed)])
  add(
    "scanbeam_tag_operation", scanbeam_tag_operation.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("data", \.data), ("length", \.length), ("action", \.action),
      ("number", \.number), ("count", \.count), ("timeout_ms", \.timeout_ms),
    ])
  add(
    "scanbeam_manager_options", scanbeam_manager_options.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("device_context", \.device_context),
      ("state_folder", \.state_folder), ("flags", \.flags), ("unused", \.unused),
    ])
  add(
    "scanbeam_discovered_device", scanbeam_discovered_device.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("identifier", \.identifier), ("name", \.name),
      ("service", \.service),
    ])
  add(
    "scanbeam_managed_device", scanbeam_managed_device.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("handle", \.handle), ("identifier", \.identifier),
      ("name", \.name), ("reader", \.reader),
    ])
  add(
    "scanbeam_manager_delegate", scanbeam_manager_delegate.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("usable_changed", \.usable_changed),
      ("discovered", \.discovered), ("discovery_ended", \.discovery_ended), ("device_arrived", \.device_arrived),
      ("device_removed", \.device_removed),
    ])
  add(
    "scanbeam_command_options", scanbeam_command_options.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("data", \.data), ("data_length", \.data_length),
      ("timeout_ms", \.timeout_ms), ("expects_binary", \.expects_binary),
    ])
  add(
    "scanbeam_camera_options", scanbeam_camera_options.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("identity", \.identity), ("mode", \.mode),
      ("preview_options", \.preview_options), ("position", \.position), ("unused", \.unused),
    ])
  add(
    "scanbeam_preview", scanbeam_preview.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("mode", \.mode), ("options", \.options), ("shown", \.shown),
      ("zoom_button", \.zoom_button), ("light_button", \.light_button), ("close_button", \.close_button),
      ("starts_paused", \.starts_paused), ("stays_paused", \.stays_paused),
      ("hardware_trigger", \.hardware_trigger), ("frames_per_second", \.frames_per_second), ("width", \.width),
      ("height", \.height),
    ])
  add(
    "scanbeam_overlay_options", scanbeam_overlay_options.self,
    [("size", \.size), ("reserved", \.reserved), ("mode", \.mode), ("outline_ms", \.outline_ms)])
  add(
    "scanbeam_part_style", scanbeam_part_style.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("line_width", \.line_width), ("line_colour", \.line_colour),
      ("fill_colour", \.fill_colour),
    ])
  add(
    "scanbeam_shape", scanbeam_shape.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("frame", \.frame), ("points", \.points),
      ("point_count", \.point_count), ("name", \.name), ("line_width", \.line_width), ("value", \.value),
      ("tag", \.tag), ("kind", \.kind), ("line_colour", \.line_colour), ("fill_colour", \.fill_colour),
      ("sign", \.sign), ("state", \.state),
    ])
  add(
    "scanbeam_feed_options", scanbeam_feed_options.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("maximum_rate", \.maximum_rate),
      ("orientation", \.orientation), ("flags", \.flags),
    ])
  return "{\"version\":\"\(SCANBEAM_VERSION_MAJOR).\(SCANBEAM_VERSION_MINOR).\(SCANBEAM_VERSION_PATCH)\","
    + "\"api_level\":\(SCANBEAM_API_LEVEL),\"structs\":{\(structs.joined(separator: ","))}}"
}
