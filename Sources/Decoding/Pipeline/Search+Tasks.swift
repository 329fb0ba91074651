/// The steps that look at one candidate after the other, or at the whole frame.
extension Search {
  enum Task: Int {
    case firstLook, secondLook, secondLookAtSmall, finderPatterns, maxiCodesAnywhere, outlines, furtherFrames
    case paddedFrame, fitted, byZBar, enlarged, dotCodesAnywhere, peerZXing, peerZBar, carefully, everything

    /// For people.
    var name: StaticString {
      switch self {
      case .firstLook: "first look"
      case .secondLook, .secondLookAtSmall: "second look"
      case .finderPatterns: "finder patterns"
      case .maxiCodesAnywhere: "MaxiCode anywhere"
      case .outlines: "outlines"
      case .furtherFrames: "further frames"
      case .paddedFrame: "padded frame"
      case .fitted: "fitted"
      case .byZBar: "by zbar"
      case .enlarged: "enlarged"
      case .dotCodesAnywhere: "DotCode anywhere"
      case .peerZXing: "whole frame by zxing-cpp"
      case .peerZBar: "whole frame by zbar"
      case .carefully: "carefully"
      case .everything: "everything"
      }
    }

    /// Whether its looks at the frame can be taken ahead of their turn: they are few, and what decides on them costs little.
    var canBeAhead: Bool { self != .finderPatterns && self != .outlines }
  }

  /// A task at an effort; `indices`: the candidates; nil: it looks at the whole frame.
  struct Step {
    let depth: Int
    let task: Task
    let indices: [Int]?

    init(_ depth: Int, _ task: Task, _ indices: [Int]? = nil) {
      (self.depth, self.task, self.indices) = (depth, task, indices)
    }
  }

  /// The steps of the efforts from 3 on, up to the one that is asked for.
  ///
  /// - Parameters:
  ///   - unseen: Candidates without a first look, and `unturned` without a second.
  ///   - all: All candidates.
  func thoroughSteps(unseen: [Int], unturned: [Int], _ all: [Int]) -> [Step] {
    var steps = [Step(3, .finderPatterns), Step(3, .maxiCodesAnywhere), Step(3, .outlines)]
    if !Search.hasZXing { steps.append(Step(3, .furtherFrames)) }
    steps += [
      Step(3, .firstLook, unseen), Step(3, .secondLook, unturned), Step(3, .paddedFrame), Step(3, .fitted, all),
      Step(3, .byZBar, all), Step(3, .enlarged, all), Step(3, .dotCodesAnywhere),
    ]
    steps += Search.hasZXing ? [Step(4, .peerZXing), Step(4, .peerZBar)] : [Step(4, .furtherFrames)]
    steps.append(Step(4, .carefully, all))
    if !Search.hasZXing { steps.append(Step(5, .furtherFrames)) }
    steps.append(Step(5, .everything, all))
    return steps.filter { $0.depth <= request.effort }
  }

  /// Looks at one candidate, or at the frame.
  func run(_ task: Task, _ index: Int?, _ candidate: Candidate?) {
    guard let index, let candidate else {
      switch task {
      case .finderPatterns: byFinderPatterns()
      case .maxiCodesAnywhere: maxiCodesAnywhere()
      case .outlines: outlines()
      case .furtherFrames: furtherFramesByZBar()
      case .paddedFrame: paddedFrame()
      case .dotCodesAnywhere: dotCodesAnywhere()
      case .peerZXing: peerZXing()
      case .peerZBar: peerZBar()
      default: break
      }
      return
    }
    switch task {
    case .firstLook: firstLook(index, candidate)
    case .secondLook: secondLook(index, candidate)
    case .secondLookAtSmall:
      if darkShare(candidates[index]) > Search.textShare { secondLook(index, candidate) }
    case .fitted: fitted(index, candidate)
    case .byZBar: byZBar(index, candidate)
    case .enlarged: enlarged(index, candidate)
    case .carefully: carefully(index, candidate)
    case .everything: everything(index, candidate)
    default: break
    }
  }
}
