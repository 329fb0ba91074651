import Testing

@Suite struct ReadersPlaceholder {
  @Test func builds() {}
}
