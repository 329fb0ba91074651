/// What a simulated reader or its line does wrong: the numbers of the fault list (dmcc-wire, section 8). Several at once
/// are possible; most have variants, chosen by a word.
public struct Faults {
  var active: [Int: String] = [:]

  /// No fault.
  public init() {}

  /// Faults as users write them: `F5`, `F5:none`, separated by commas. Nil for what there is not.
  public init?(_ text: String) {
    for word in text.split(separator: ",") {
      let parts = word.split(separator: ":", maxSplits: 1)
      guard let first = parts.first, first.hasPrefix("F") || first.hasPrefix("f"), let number = Int(first.dropFirst()),
        let known = Faults.variants[number]
      else { return nil }
      let variant = parts.count > 1 ? String(parts[1]) : known.first?.name ?? ""
      guard known.isEmpty || known.contains(where: { $0.name == variant }) else { return nil }
      active[number] = variant
    }
  }

  /// The variant of a fault that is switched on; nil when it is off.
  func variant(_ number: Int) -> String? { active[number] }

  /// The one connection for pictures belongs to somebody else.
  public var isTaken: Bool { has(25, "second") }

  func has(_ number: Int, _ variant: String) -> Bool { active[number] == variant }

  /// All faults with their variants, the first one being what the bare number means.
  public static let variants: [Int: [(name: String, text: String)]] = [
    1: [("", "every byte in a packet of its own")],
    2: [("", "answers and results are held back and come many in one packet")],
    3: [("", "packets of 64 bytes with empty ones between")],
    4: [("", "results, XML, images and events at any moment, also before the first command")],
    5: [
      ("first", "result before acknowledgement"), ("none", "no result"), ("two", "two results"),
      ("noack", "no acknowledgement of TRIGGER ON"),
    ],
    6: [
      ("missing", "answers without id"), ("wrong", "with a wrong id"), ("twice", "each answer twice"),
      ("late", "every third answer 6 s late"),
    ],
    7: [("", "all forms of header in turn")],
    8: [("", "garbage between messages")],
    9: [
      ("all", "checksums over the message"), ("payload", "over the payload"), ("wrong", "that do not fit"),
      ("refuse", "answers 103 to every second command"),
    ],
    10: [("", "results whose Base64 is damaged, now and then")],
    11: [
      ("small", "announces too few bytes"), ("large", "too many"), ("negative", "less than none"),
      ("text", "no number"), ("huge", "2 GB and silence"), ("nested", "bytes that look like messages"),
    ],
    12: [
      ("reply", "hangs up instead of answering"), ("header", "in a header"), ("payload", "in a payload"),
      ("bulk", "in an image"), ("reset", "with a TCP reset"), ("half", "stops sending, goes on listening"),
    ],
    13: [
      ("bytes", "a byte a second"), ("slow", "answers after 4.9 s"), ("slower", "after 5.1 s"),
      ("open", "says nothing for the first 10 s"),
    ],
    14: [("mute", "never answers"), ("deaf", "does not even read"), ("dies", "is mute from the tenth command on")],
    15: [("", "falls back into silent mode at the fifth command")],
    16: [("", "answers GET with all kinds of status in turn")],
    17: [
      ("order", "parts of a read in any order"), ("missing", "one part missing"), ("mixed", "two reads interleaved"),
      ("never", "only strings, whatever was asked for"),
    ],
    18: [
      ("broken", "XML cut"), ("huge", "XML of 9 MB"), ("bomb", "XML with entities"), ("encoding", "XML in no charset"),
      ("spelling", "XML with other names"), ("title", "SVG with a title"), ("jpeg", "images cut"),
    ],
    19: [("echo", "sends back what it gets"), ("cr", "lines end in CR"), ("lf", "lines end in LF")],
    20: [
      ("flip", "base and reader change places at the fifth command"), ("second", "a second client changes settings"),
    ],
    21: [("dtr", "mute until DTR is raised"), ("noise", "modem chatter on the line")],
    22: [
      ("multi", "scanner: codes in several reports"), ("missing", "without the last one"),
      ("endless", "each says that more follows"), ("long", "more bytes than a report holds"), ("cut", "garbage"),
    ],
    23: [
      ("cut", "discovery datagrams cut"), ("overflow", "lengths that overflow"), ("beyond", "lengths beyond the end"),
      ("unknown", "unknown records"), ("flood", "200 replies"), ("echo", "its own question heard back"),
    ],
    24: [("", "hibernates at the tenth command, wakes with its settings lost")],
    25: [
      ("more", "pushed pictures shorter than they say"), ("less", "longer than they say"), ("huge", "of 4 GB"),
      ("type", "of no known type"), ("name", "a name without end"), ("second", "somebody else has the one connection"),
    ],
  ]
}

/// Numbers that only look random: the same start gives the same run.
struct Dice {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
  mutating func below(_ count: Int) -> Int { count < 1 ? 0 : Int(next() % UInt64(count)) }
}
