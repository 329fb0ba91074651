import Decoding
import Imaging
import Pictures
import ReaderCore

extension ResultSettings {
  /// How images are made. Each step of the size is a quarter of the area.
  public var imageForm: ImageForm {
    var form = ImageForm()
    form.factor = 1 << max(0, min(3, imageSize))
    form.isJPEG = imageFormat == 1
    form.quality = imageQuality
    return form
  }
}

extension ImageForm {
  /// The picture in its size.
  public func scaled(_ luma: LumaView) throws(ReaderError) -> LumaImage { try shrunk(luma, by: factor) }

  /// A picture file of a picture that has its size already.
  public func encode(_ luma: LumaView) throws(ReaderError) -> [UInt8] {
    isJPEG ? try JPEGWriter.encode(luma, quality: quality) : BMPWriter.encode(luma)
  }
}

extension ReadResults {
  /// The read string of a code by the encoding of the settings; nil when read strings are off or the bytes are none in it.
  public func readString(of code: DecodedCode) -> String? {
    form.has(ResultForm.readString) ? ReadString.text(of: code, form.encoding) : nil
  }

  /// The image as a JPEG or bitmap file.
  ///
  /// - Throws: `.state` when there is none; `.noMemory`.
  public func encodedImage() throws(ReaderError) -> [UInt8] {
    guard let image else {
      throw ReaderError(.state, "These results hold no image; switch image results on before the scan.")
    }
    return try form.image.encode(image.view)
  }
}
