import ReaderCore

/// The accessory of a camera reader: aimer and lamp that the host supplies.
extension Reader {
  /// Sets, replaces or (nil) removes the accessory. `LIGHT.AIMER` and `LIGHT.AIMER-TIMEOUT` work through it, in the mode
  /// active aimer `LIGHT.INTERNAL-ENABLE` as well.
  ///
  /// - Parameter stateFolder: Where what it is is remembered; nil: the state folder of the user.
  /// - Throws: `.unsupported` in modes without an aimer, `.state` when closed.
  public func setAimer(_ accessory: AimerAccessory?, stateFolder: String? = nil) throws(ReaderError) {
    try checkOpen()
    guard preview != nil, shared.store.mode.hasAimer else {
      throw ReaderError(.unsupported, "Only camera readers of the modes passive aimer and active aimer have an aimer.")
    }
    let device = accessory.map {
      AimerDevice(
        $0, camera: identity, cache: AimerCache(folder: stateFolder, log: context.log), loop: context.loop,
        log: context.log)
    }
    let old = shared.aimer
    shared.aimer = device
    bind(device)
    context.loop.post {
      old?.disconnected()
      if self.connectionState == .connected, let device, device === self.shared.aimer { self.begin(device) }
    }
  }

  /// What the accessory is, as it was read when it was connected first, or within seven days before.
  ///
  /// - Throws: `.unsupported` without an accessory, `.state` before the first connection.
  public func aimerText(_ what: AimerText) throws(ReaderError) -> String { try aimer().text(what) }

  /// A value of the accessory, as this session knows it.
  ///
  /// - Throws: `.unsupported` without an accessory or when it has no such property, `.state` before the first connection.
  public func aimerValue(of property: AimerProperty) throws(ReaderError) -> Int {
    property == .aimer ? try checkedAimerState() : try aimer().value(of: property)
  }

  /// Tells the accessory a value. The completion comes once on the loop.
  ///
  /// - Throws: `.unsupported` without an accessory, `.invalidArgument`, `.state` when closed.
  public func setAimer(_ property: AimerProperty, to value: Int, _ completion: Completion?) throws(ReaderError) {
    _ = try aimer()
    try run(.setAimer(property, value), completion)
  }

  private func checkedAimerState() throws(ReaderError) -> Int {
    let device = try aimer()
    do throws(ReaderError) { return try device.value(of: .aimer) } catch {
      if error.status == .state { return 0 }
      throw error
    }
  }

  private func aimer() throws(ReaderError) -> AimerDevice {
    guard let device = shared.aimer else {
      throw ReaderError(.unsupported, "The reader has no accessory; hand one in with set_aimer.")
    }
    return device
  }

  /// Lets the settings reach the accessory. They are carried out on the loop, where commands run.
  private func bind(_ device: AimerDevice?) {
    let store = shared.store
    guard let device else {
      for setting in [Setting.aimer, .aimerTimeout, .lights] { store.handle(setting, nil) }
      return
    }
    store.handle(
      .aimer,
      SettingHandler { [unowned store] (value) throws(ReaderError) in
        try device.shine(value.asNumber == 1, seconds: Reader.aimerTimeout(store))
      })
    store.handle(
      .aimerTimeout,
      SettingHandler(read: { Reader.known(.timeout, of: device).map { .number($0) } }) {
        (value) throws(ReaderError) in try device.setTimeout(value.asNumber)
      })
    guard store.mode == .activeAimer else { return }
    store.handle(
      .lights,
      SettingHandler(read: { Reader.known(.illumination, of: device).map { .flag($0 != 0) } }) {
        (value) throws(ReaderError) in try device.set(.illumination, to: value.asNumber)
      })
  }

  /// Loop: a connection begins, and the accessory with it.
  func begin(_ device: AimerDevice) {
    device.connected()
    // What the host never set stays as the accessory has it.
    shared.store.applyAll([.aimerTimeout, .lights], onlyChanged: true)
    shineAimer()
  }

  /// Loop: the aimer shines from the beginning of a connection and of each scan on, unless it is switched off.
  func shineAimer() {
    guard let device = shared.aimer, settings.device.aimer == 1 else { return }
    do throws(ReaderError) { try device.shine(true, seconds: Reader.aimerTimeout(shared.store)) } catch {
      context.log(.warning, "The aimer could not be switched on: \(error.message)")
    }
  }

  private static func aimerTimeout(_ store: SettingStore) -> Int {
    do throws(ReaderError) { return try store.value(of: .aimerTimeout).asNumber } catch { return 0 }
  }

  private static func known(_ property: AimerProperty, of device: AimerDevice) -> Int? {
    do throws(ReaderError) { return try device.value(of: property) } catch { return nil }
  }
}
