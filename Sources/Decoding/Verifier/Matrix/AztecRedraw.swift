/// Aztec codes drawn again from their corrected codewords.
enum AztecRedraw {
  /// The symbol that modules stand for; nil when they are none.
  static func symbol(_ seen: ModuleGrid) -> RedrawnSymbol? { Aztec.corrected(seen)?.symbol ?? Aztec.rune(seen) }
}
