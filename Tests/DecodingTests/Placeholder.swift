import Testing

@Suite struct DecodingPlaceholder {
  @Test func builds() {}
}
