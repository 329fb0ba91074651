import Testing

@Suite struct PicturesPlaceholder {
  @Test func builds() {}
}
