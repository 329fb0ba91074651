import Testing

@Suite struct ReaderCorePlaceholder {
  @Test func builds() {}
}
