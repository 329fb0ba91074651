import ReaderCore

/// The codewords of a symbol as the lines through it show them.
struct PDF417Votes {
  let layout: CompositeLayout
  /// A line: its height, and what it shows.
  typealias Line = (y: Float, row: PDF417Line.Row)

  /// What lines say of a codeword, the likeliest first, and how strongly.
  private var cells: [[(value: Int, weight: Int)]]
  /// What was seen of the places in a row where one element ends and another begins.
  private var samples: [[PDF417Mesh.Sample]]
  /// Modules from the left edge to those places.
  private let marks: [Double]
  /// Width of a module in samples.
  private(set) var module = 0.0

  /// Gives what lines show to rows; nil when their indicators do not tell which ones these are.
  ///
  /// - Parameters:
  ///   - place: Where a sample of a line lies, in the patch.
  init?(_ layout: CompositeLayout, _ lines: [Line], place: (Float, Float) -> Point) {
    self.layout = layout
    let isMicro = layout.kind != .c
    let elements = isMicro ? PDF417Line.elements(columns: layout.columns).map { $0.isAddress } : []
    // The elements of a row, which of them are codewords, and where they begin.
    var marks = [0.0]
    var columns: [Int?] = []
    if isMicro {
      var column = 0
      for isAddress in elements {
        marks.append(marks[marks.count - 1] + (isAddress ? 10 : 17))
        columns.append(isAddress ? nil : column)
        if !isAddress { column += 1 }
      }
    } else {
      columns = [nil] + (0..<layout.columns).map { $0 } + (layout.isCompact ? [] : [nil])
      for i in 0...columns.count { marks.append(17 * Double(i + 1)) }
    }
    marks.append(Double(layout.width))
    self.marks = marks
    cells = [[(value: Int, weight: Int)]](repeating: [], count: layout.codewords)
    samples = [[PDF417Mesh.Sample]](repeating: [], count: marks.count)
    let last = columns.count - 1
    let shift = isMicro ? 0 : 1
    var left: [PDF417Rows.Seen] = []
    var right: [PDF417Rows.Seen] = []
    for (y, row) in lines {
      for token in row.tokens where token.element == 0 || (token.element == last && last > 0 && !layout.isCompact) {
        let isLeft = token.element == 0
        guard let number = PDF417Votes.row(token, layout, isLeft: isLeft) else { continue }
        if isLeft { left.append((Double(y), number)) } else { right.append((Double(y), number)) }
      }
    }
    let (l, r) = (PDF417Rows.curve(left), PDF417Rows.curve(right))
    guard let first = l ?? r, let second = r ?? l else { return nil }
    let modules = lines.map { $0.row.module }.sorted()
    module = modules.isEmpty ? 1 : Double(modules[modules.count / 2])
    // From the end whose rows are known to the other.
    var shifts = [Double](repeating: 0, count: columns.count)
    for k in l == nil ? Array((0..<columns.count).reversed()) : Array(0..<columns.count) {
      let share = (marks[k + shift] + marks[k + shift + 1]) / 2 / marks[marks.count - 1]
      let before = l == nil ? (k + 1 < columns.count ? shifts[k + 1] : 0) : k > 0 ? shifts[k - 1] : 0
      var errors: [Double] = []
      for (y, row) in lines {
        for token in row.tokens where token.element == k {
          let straight = (1 - share) * first.value(Double(y)) + share * second.value(Double(y))
          let at = straight + before
          guard abs(at) < 200 else { continue }
          let number: Int
          if token.cluster >= 0 {
            // The nearest row of the cluster.
            let base = (token.cluster - layout.cluster + 3) % 3
            number = base + 3 * Int(((at - 0.5 - Double(base)) / 3).rounded())
          } else {
            guard let told = PDF417Votes.row(token, layout, element: k, of: columns.count) else { continue }
            number = told
          }
          let error = Double(number) + 0.5 - at
          guard number >= 0, number < layout.rows, abs(error) < 1.5 else { continue }
          if token.cost < 1 {
            errors.append(Double(number) + 0.5 - straight)
            let p = max(Double(number) + 0.02, min(Double(number) + 0.98, at))
            for (edge, mark) in [(token.start, k + shift), (token.end, k + shift + 1)] {
              let point = place(edge, y)
              samples[mark].append(PDF417Mesh.Sample(row: p, x: point.x, y: point.y))
            }
          }
          guard let column = columns[k], token.cluster >= 0 else { continue }
          vote(number * layout.columns + column, token.value, token.cost < 0.4 ? 3 : token.cost < 1 ? 2 : 1)
        }
      }
      shifts[k] = errors.count >= 5 ? errors.sorted()[errors.count / 2] : before
    }
    addEnds(lines, first, second, place)
  }

  /// Where the start patterns begin and the stop patterns end.
  private mutating func addEnds(
    _ lines: [Line], _ first: Parabola, _ second: Parabola, _ place: (Float, Float) -> Point
  ) {
    let end = samples.count - 1
    for (y, row) in lines {
      for (edge, mark, curve) in [(row.start, 0, first), (row.stop, end, second)] {
        guard let edge, layout.kind == .c || mark == end else { continue }
        let at = curve.value(Double(y))
        guard at > -0.5, at < Double(layout.rows) + 0.5 else { continue }
        let point = place(edge, y)
        samples[mark].append(PDF417Mesh.Sample(row: at, x: point.x, y: point.y))
      }
    }
  }

  private mutating func vote(_ cell: Int, _ value: Int, _ weight: Int) {
    guard let i = cells[cell].firstIndex(where: { $0.value == value }) else {
      cells[cell].append((value, weight))
      return
    }
    cells[cell][i].weight += weight
  }

  /// The row that an indicator or an outer address pattern tells; nil when it is none of the symbol.
  private static func row(_ token: PDF417Line.Token, _ layout: CompositeLayout, isLeft: Bool) -> Int? {
    if layout.kind != .c {
      guard token.cluster < 0 else { return nil }
      let number = (token.value - (isLeft ? layout.left : layout.right) + 52) % 52
      return number < layout.rows ? number : nil
    }
    guard token.cluster >= 0, token.cost < 1.2 else { return nil }
    let number = token.value / 30 * 3 + token.cluster
    return number < layout.rows ? number : nil
  }

  private static func row(
    _ token: PDF417Line.Token, _ layout: CompositeLayout, element: Int, of count: Int
  ) -> Int? {
    if element == 0 || element == count - 1 { return row(token, layout, isLeft: element == 0) }
    let number = (token.value - layout.centre + 52) % 52
    return number < layout.rows ? number : nil
  }

  /// What is seen of a codeword.
  struct Cell {
    /// -1: nothing.
    var value = -1
    /// How much more lines speak for it than for another, and how much for it.
    var margin = 0
    var weight = 0
  }

  /// The likeliest value of each codeword.
  var best: [Cell] {
    cells.map { values in
      var cell = Cell()
      var second = 0
      for (value, weight) in values {
        if weight > cell.weight {
          second = cell.weight
          (cell.value, cell.weight) = (value, weight)
        } else {
          second = max(second, weight)
        }
      }
      cell.margin = cell.weight - second
      return cell
    }
  }

  /// Where the modules lie; nil when that is not known.
  var mesh: PDF417Mesh? {
    PDF417Mesh(zip(marks, samples).map { ($0, $1) }, module: module)
  }
}
