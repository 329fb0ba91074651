extension ReedSolomon {
  /// Corrects a block in place.
  ///
  /// - Parameters:
  ///   - block: Data, then `checkCount` check symbols; at most as many as the field has elements besides 0.
  ///   - checkCount: Check symbols of the block.
  ///   - erasures: Places in the block that are known to be unsure. Each costs one check symbol, an error two.
  ///   - limit: The most errors, not counting erasures, that may be corrected; nil for as many as the check symbols allow.
  /// - Returns: The number of errors that were corrected at places that were not known as unsure; nil (with the block
  ///   unchanged) when there are more than can be corrected, or when the arguments are none of such a block.
  func correct<Symbol: FixedWidthInteger>(
    _ block: inout [Symbol], checkCount: Int, erasures: [Int] = [], limit: Int? = nil
  ) -> Int? {
    let count = block.count
    guard count <= field.order, checkCount > 0, checkCount < count, isValid(block),
      Symbol(exactly: field.order) != nil, erasures.allSatisfy(block.indices.contains)
    else { return nil }
    var known = [Bool](repeating: false, count: count)
    for place in erasures { known[place] = true }
    let erased = block.indices.filter { known[$0] }
    guard erased.count <= checkCount else { return nil }
    var word = block.map { Int($0) }
    let syndromes = syndromes(of: word, checkCount)
    if syndromes.allSatisfy({ $0 == 0 }) { return 0 }
    guard let locator = locator(syndromes, erased.map { field.power(count - 1 - $0) }) else { return nil }
    let errors = locator.count - 1 - erased.count
    guard errors >= 0, 2 * errors + erased.count <= checkCount, errors <= limit ?? errors else { return nil }
    // Places counted from the end are the exponents whose inverses are roots of the locator.
    let places = (0..<count).filter { value(of: locator, at: field.power(-$0)) == 0 }
    guard places.count == locator.count - 1 else { return nil }
    let evaluator = (0..<checkCount).map { i in
      (0...min(i, locator.count - 1)).reduce(0) { field.add($0, field.multiply(locator[$1], syndromes[i - $1])) }
    }
    let slopes = locator.indices.dropFirst().map { field.multiple(locator[$0], times: $0) }
    for place in places {
      let x = field.power(-place)
      let slope = value(of: slopes, at: x)
      guard slope != 0 else { return nil }
      // The error is the negative of this (Forney).
      let quotient = field.multiply(value(of: evaluator, at: x), field.inverse(slope))
      let error = field.multiply(quotient, field.power((1 - firstRoot) * place))
      word[count - 1 - place] = field.add(word[count - 1 - place], error)
    }
    guard self.syndromes(of: word, checkCount).allSatisfy({ $0 == 0 }) else { return nil }
    for (i, symbol) in word.enumerated() { block[i] = Symbol(symbol) }
    return places.lazy.filter { !known[count - 1 - $0] }.count
  }

  private func syndromes(of word: [Int], _ checkCount: Int) -> [Int] {
    field.values(of: word, from: firstRoot, count: checkCount)
  }

  /// The value of a polynomial, lowest term first.
  private func value(of polynomial: [Int], at x: Int) -> Int { field.evaluate(polynomial.reversed(), of: x) }

  /// The polynomial with a root at the inverse of each place of an error, lowest term first (Berlekamp and Massey, begun with the
  /// places that are known); nil when its degree does not fit.
  private func locator(_ syndromes: [Int], _ known: [Int]) -> [Int]? {
    var current = [1]
    for place in known {
      current.append(0)
      for i in stride(from: current.count - 1, to: 0, by: -1) {
        current[i] = field.subtract(current[i], field.multiply(place, current[i - 1]))
      }
    }
    var previous = current
    var degree = known.count
    var shift = 1
    var lastDiscrepancy = 1
    for n in known.count..<max(known.count, syndromes.count) {
      var discrepancy = 0
      for i in 0...min(degree, current.count - 1, n) {
        discrepancy = field.add(discrepancy, field.multiply(current[i], syndromes[n - i]))
      }
      guard discrepancy != 0 else {
        shift += 1
        continue
      }
      let factor = field.multiply(discrepancy, field.inverse(lastDiscrepancy))
      var next = current + [Int](repeating: 0, count: max(0, previous.count + shift - current.count))
      for i in previous.indices {
        next[i + shift] = field.subtract(next[i + shift], field.multiply(factor, previous[i]))
      }
      if 2 * degree <= n + known.count {
        previous = current
        degree = n + 1 + known.count - degree
        lastDiscrepancy = discrepancy
        shift = 1
      } else {
        shift += 1
      }
      current = next
    }
    while current.count > 1, current.last == 0 { current.removeLast() }
    return current.count - 1 == degree ? current : nil
  }
}
