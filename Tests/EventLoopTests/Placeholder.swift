import Testing

@Suite struct EventLoopPlaceholder {
  @Test func builds() {}
}
