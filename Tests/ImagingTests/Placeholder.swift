import Testing

@Suite struct ImagingPlaceholder {
  @Test func builds() {}
}
