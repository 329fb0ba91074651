import DMCC
import Decoding
import Pictures
import ReaderCore

/// Triggers and reads.
extension TerminalDriver {
  // MARK: What results carry

  /// Sets `DATA.RESULT-TYPE` as the settings want it, when it is not so yet; `done` comes once.
  func applyResultTypes(_ done: @escaping () -> Void = {}) {
    guard phase == .settingUp || phase == .connected else { return done() }
    let settings = shared.currentSettings
    var wanted: ResultKinds = [.string, .xml]
    if settings.imageResults { wanted.insert(.image) }
    if settings.svgResults { wanted.insert(.graphics) }
    guard wanted != requestedTypes else { return done() }
    requestedTypes = wanted
    request(wanted, done)
  }

  private func request(_ types: ResultKinds, _ done: @escaping () -> Void) {
    run("SET DATA.RESULT-TYPE \(types.rawValue)") { [weak self] outcome in
      guard let self else { return }
      if case .success(let reply) = outcome, reply.status != .ok, types != .string {
        // Less, rather than nothing: without XML, then the string alone.
        log(.warning, "The terminal does not send results of the types \(types.rawValue).")
        return request(types.contains(.image) || types.contains(.graphics) ? [.string, .xml] : .string, done)
      }
      // Also when the answer did not come: it may have been too late, and parts must not go out one by one.
      collector.expected = types
      done()
    }
  }

  // MARK: Triggers

  func trigger() {
    guard phase == .connected, let scan else { return }
    let isContinuous = shared.currentSettings.trigger == .continuous
    let type = isContinuous ? "5" : ownTrigger == "5" ? "2" : nil
    if let type, type != currentTrigger {
      run("SET TRIGGER.TYPE \(type)") { [log] outcome in
        if case .success(let reply) = outcome, reply.status != .ok {
          log(.warning, "The terminal does not take TRIGGER.TYPE \(type).")
        }
      }
      currentTrigger = type
    } else if type == nil, currentTrigger == "5", let ownTrigger {
      run("SET TRIGGER.TYPE \(ownTrigger)") { _ in }
      currentTrigger = nil
    }
    isTriggered = true
    sendTrigger(scan, isSecond: false)
  }

  private func sendTrigger(_ scan: UInt64, isSecond: Bool) {
    run(DMCCCommand.trigger(true)) { [weak self] outcome in
      guard let self, self.scan == scan, isTriggered else { return }
      switch outcome {
      case .success(let reply) where reply.status == .ok: break
      case .success where !isSecond:
        // Left on by somebody else: off, and once more.
        run(DMCCCommand.trigger(false)) { _ in }
        sendTrigger(scan, isSecond: true)
      case .success(let reply):
        refuse(
          scan, ReaderError(.state, "The terminal does not take the trigger (DMCC status \(reply.status.rawValue))."))
      case .failure(let error):
        if error.status == .timeout || error.status == .protocolFault { refuse(scan, error) }
      }
    }
  }

  private func refuse(_ scan: UInt64, _ error: ReaderError) {
    isTriggered = false
    send(.scanRefused(scan: scan, error))
  }

  func endTrigger() {
    scan = nil
    guard isTriggered else { return }
    isTriggered = false
    run(DMCCCommand.trigger(false)) { _ in }
  }

  // MARK: Reads

  func take(_ part: ResultPart) {
    for read in collector.add(part, now: loop.time) { deliver(read) }
  }

  func deliver(_ read: CollectedRead) {
    noteMissing(read)
    if read.missing.contains(.string), let bytes = read.xml?.bytes, bytes == withoutXML {
      withoutXML = nil
      return log(.info, "The XML of a read came too late and was dropped.")
    }
    withoutXML = read.missing.contains(.xml) ? read.part(.string)?.bytes : nil
    // What is called no read is none, whatever text comes with it.
    guard !read.isContradictory || read.xml.map({ $0.verdict != .good && $0.verdict != .missing }) == true else {
      log(.error, "The string and the XML of a read do not agree; it was dropped.")
      return send(
        .event(.notice(status: 1, text: "The string and the XML of a read do not agree.", bytes: [])))
    }
    var result = DeviceRead(time: read.parts.first?.time ?? loop.time)
    result.codes = codes(of: read)
    if let xml = read.part(.xml) { result.attachment.xml = String(decoding: xml.bytes, as: UTF8.self) }
    if let graphics = read.part(.graphics) { take(graphics.bytes, &result) }
    if let image = read.part(.image) {
      do throws(ReaderError) {
        result.image = try image.bytes.withUnsafeBufferPointer { (buffer) throws(ReaderError) in
          try PictureFile.decode(UnsafeRawBufferPointer(buffer))
        }
        if result.size == nil, let view = result.image?.view { result.size = PixelSize(view.width, view.height) }
      } catch { log(.warning, "The image of a read was left out: \(error.message)") }
    }
    if shared.currentSettings.trigger != .continuous { isTriggered = false }
    send(.read(result))
  }

  private func take(_ svg: [UInt8], _ result: inout DeviceRead) {
    result.attachment.svg = String(decoding: svg, as: UTF8.self)
    do throws(ReaderError) {
      let graphics = try ResultGraphics(parsing: svg)
      result.size = graphics.size
      for (i, outline) in graphics.outlines.enumerated() where i < result.codes.count {
        result.codes[i].corners = outline
      }
    } catch { log(.warning, "The drawing of a read cannot be understood: \(error.message)") }
  }

  /// A terminal that has been sending no XML for a while does not have it: reads must not wait for it.
  private func noteMissing(_ read: CollectedRead) {
    guard read.missing.contains(.xml), read.part(.string) != nil else { return readsWithoutXML = 0 }
    readsWithoutXML += 1
    if readsWithoutXML >= 3, collector.expected.contains(.xml) {
      log(.warning, "The terminal sends no XML; reads have neither symbology nor status.")
      collector.expected.remove(.xml)
    }
  }

  /// The codes of a read; none for a no-read.
  private func codes(of read: CollectedRead) -> [DecodedCode] {
    if let xml = read.xml, xml.verdict != .missing {
      guard xml.verdict == .good else { return [] }
      let parts = xml.parts.filter { $0.verdict != .bad("NO READ") && $0.bytes?.isEmpty == false }
      return (parts.isEmpty ? [xml] : parts).compactMap { part in
        guard let bytes = part.bytes ?? (parts.isEmpty ? read.bytes : nil), !bytes.isEmpty else { return nil }
        return code(bytes, part.symbology)
      }
    }
    // The string alone does not tell a no-read: its text can be set; this is the one that readers have.
    guard let bytes = read.bytes, !bytes.isEmpty, bytes != Array("NO-READ".utf8) else { return [] }
    return [code(bytes, read.xml?.symbology)]
  }

  private func code(_ bytes: [UInt8], _ name: String?) -> DecodedCode {
    let symbology = name.flatMap { Symbology(name: $0) } ?? .unknown
    let nowhere = Point(0, 0)
    var code = DecodedCode(
      symbology: symbology, bytes: bytes, aimID: "", corners: Quad(nowhere, nowhere, nowhere, nowhere))
    code.text = TextDecoder.text(of: code)
    return code
  }
}
