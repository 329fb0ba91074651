import Testing

@Suite struct CameraPlaceholder {
  @Test func builds() {}
}
