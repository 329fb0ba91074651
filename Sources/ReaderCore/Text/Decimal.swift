/// Numbers as text, always with a point, whatever the host's locale is.
public enum Decimal {
  /// With `places` digits after the point, 0 to 6; not-a-number and what is too large come as 0.
  public static func text(_ value: Double, places: Int = 1) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard scaled.isFinite, scaled.magnitude < 9e15 else { return "0" }
    let whole = Int64(scaled)
    let unit = Int64(scale)
    guard places > 0 else { return "\(whole)" }
    var fraction = "\(whole.magnitude % UInt64(unit))"
    while fraction.count < places { fraction = "0" + fraction }
    return (whole < 0 ? "-" : "") + "\(whole.magnitude / UInt64(unit))." + fraction
  }
}
