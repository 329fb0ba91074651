import ReaderCore

extension ReaderSettings {
  /// How results are to look by these settings, for a frame of a size.
  func form(frame: PixelSize?) -> ResultForm {
    var form = ResultForm()
    form.types = results.types
    form.encoding = results.encoding
    form.image = results.imageForm
    form.isMulti = maxCodes > 1
    if look.targetDecoding, look.displayTarget, let frame { form.window = look.window(of: frame) }
    return form
  }
}

extension LookSettings {
  /// The window of target decoding in pixels of a frame, cut to the frame.
  public func window(of size: PixelSize) -> (left: Double, top: Double, right: Double, bottom: Double) {
    func span(_ centre: Int, _ extent: Int, _ whole: Int) -> (Double, Double) {
      let whole = Double(whole)
      let (middle, half) = (Double(centre) / 100 * whole, Double(extent) / 200 * whole)
      return (max(0, middle - half), min(whole, middle + half))
    }
    let (left, right) = span(window[0], window[2], size.width)
    let (top, bottom) = span(window[1], window[3], size.height)
    return (left, top, right, bottom)
  }
}
