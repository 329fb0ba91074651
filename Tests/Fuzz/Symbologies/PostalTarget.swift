import ReaderCore

@testable import Decoding

/// The postal decoders.
enum PostalTarget: FuzzTarget, CaseIterable {
  case postnet, planet, cepNet, intelligentMail, royalMail, kix, mailmark, japanPost, australiaPost, upu, daft
  case pharmacode

  private func twoState(_ digits: [Int], _ symbology: Symbology) -> [PostalBars.State]? {
    Postnet.bars(digits, symbology)?.map { $0 ? .ascender : .tracker }
  }

  /// The bars of a random value.
  private func bars(_ dice: inout Dice) -> [PostalBars.State] {
    let bars: [PostalBars.State]?
    switch self {
    case .postnet: bars = twoState(dice.digits([5, 9, 11][dice.below(3)]), .postnet)
    case .planet: bars = twoState(dice.digits(11 + 2 * dice.below(2)), .planet)
    case .cepNet: bars = twoState(dice.digits(8), .cepNet)
    case .intelligentMail:
      var text = dice.digitText(20 + [0, 5, 9, 11][dice.below(4)])
      text[1] = 0x30 + text[1] % 5
      bars = IntelligentMail.bars(text)
    case .royalMail: bars = RoyalMail.bars(dice.text(2 + dice.below(9), RoyalMail.alphabet), kix: false)
    case .kix: bars = RoyalMail.bars(dice.text(7 + dice.below(5), RoyalMail.alphabet), kix: true)
    case .mailmark: bars = Mailmark.bars(Array("1100".utf8) + dice.digitText(9) + Array("XY11     ".utf8))
    case .japanPost: bars = JapanPost.bars(dice.digitText(7) + dice.text(dice.below(10), Array("0123456789-AZ".utf8)))
    case .australiaPost:
      bars = AustraliaPost.bars(
        format: [11, 59, 62][dice.below(3)], sorting: dice.digitText(8),
        customer: AustraliaPost.customer(dice.text(dice.below(6), Array("AZaz09 #".utf8))) ?? [])
    case .upu:
      let equipment = dice.text(3, Array("0123456789ABCDEF".utf8))
      let number = Array("0".utf8) + dice.digitText(4) + dice.text(1, Array("TFDN".utf8))
      bars = UPU.bars(Array("J18CUSA".utf8) + equipment + Array("L073123".utf8) + dice.text(1, [0x30, 0x35]) + number)
    case .daft: bars = DAFT.bars(dice.text(12 + dice.below(40), Array("DAFT".utf8)))
    case .pharmacode: bars = PharmacodeTwoTrack.bars(4 + dice.below(64_570_077))
    }
    return bars ?? []
  }

  private func decode(_ bars: PostalBars) -> PostalValue? {
    switch self {
    case .postnet: Postnet.decode(bars, .postnet)
    case .planet: Postnet.decode(bars, .planet)
    case .cepNet: Postnet.decode(bars, .cepNet)
    case .intelligentMail: IntelligentMail.decode(bars)
    case .royalMail: RoyalMail.decode(bars)
    case .kix: RoyalMail.decodeKIX(bars, RoyalMail.KIXOptions())
    case .mailmark: Mailmark.decode(bars)
    case .japanPost: JapanPost.decode(bars)
    case .australiaPost: AustraliaPost.decode(bars, AustraliaPost.Options())
    case .upu: UPU.decode(bars)
    case .daft: DAFT.decode(bars, DAFT.Options())
    case .pharmacode: PharmacodeTwoTrack.decode(bars)
    }
  }

  /// The bars that a value stands for, where they follow from it alone.
  private func redrawn(_ value: PostalValue) -> [PostalBars.State]? {
    let digits = value.bytes.map { Int($0) - 0x30 }
    switch self {
    case .postnet: return twoState(digits, .postnet)
    case .planet: return twoState(digits, .planet)
    case .cepNet: return twoState(digits, .cepNet)
    case .royalMail: return RoyalMail.bars(value.bytes, kix: false)
    case .kix: return RoyalMail.bars(value.bytes, kix: true)
    case .daft: return DAFT.bars(value.bytes)
    case .pharmacode: return PharmacodeTwoTrack.bars(digits.reduce(0) { 10 * $0 + $1 })
    default: return nil
    }
  }

  func fault(_ number: Int) -> String? {
    var dice = Dice(UInt64(number) &* 17 &+ 5)
    var states = bars(&dice)
    if number % 8 != 0 { states = dice.mutate(states) { PostalBars.State(rawValue: UInt8($0.below(4))) ?? .full } }
    guard !states.isEmpty else { return nil }
    let clearness = states.map { _ in (ascender: Float(dice.below(11)) / 10, descender: Float(dice.below(11)) / 10) }
    let bars = PostalBars(
      states: states, clearness: clearness, hasAscenders: states.contains { $0.hasAscender },
      hasDescenders: states.contains { $0.hasDescender }, tracker: 0.25, quiet: Float(dice.below(9)), pitch: 6,
      quad: Quad(Point(0, 0), Point(9, 0), Point(9, 9), Point(0, 9)))
    for side in [bars, bars.turned] {
      guard let value = decode(side) else { continue }
      if value.bytes.isEmpty { return "a value without bytes" }
      guard let again = redrawn(value) else { continue }
      // POSTNET and its kin are told by what stands above alone.
      let isSame =
        again.contains(.tracker) && !again.contains(.descender)
        ? again.map { $0.hasAscender } == side.states.map { $0.hasAscender } : again == side.states
      if !isSame { return "the value stands for other bars" }
    }
    return nil
  }
}
