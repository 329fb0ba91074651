/// Data Matrix symbols drawn again from their corrected codewords.
enum DataMatrixRedraw {
  /// The symbol that modules stand for; nil when they are none.
  static func symbol(_ seen: ModuleGrid) -> RedrawnSymbol? {
    guard let size = DataMatrixSize.of(rows: seen.rows, columns: seen.columns), let layout = DataMatrixLayout(size)
    else { return nil }
    return DataMatrix.corrected(seen, layout)?.symbol
  }
}
