import ReaderCore

/// The kernels by name, for `scanbeam bench kernels`.
public enum KernelTable {
  /// One kernel: what it is called and how it is run once over a picture. The output has room for four bytes a pixel.
  public struct Entry {
    public let name: StaticString
    public let run: (LumaView, UnsafeMutablePointer<UInt8>) -> Void
  }

  /// Kernels that leave no pixels in the output.
  public static let withoutOutput: Set<String> = ["tensor 8x8", "scene memory", "histogram", "sharpness"]

  /// All kernels; their parameters are those that the decoder uses.
  public static let entries: [Entry] = [
    Entry(name: "tensor 8x8") { luma, _ in _ = TensorGrid(luma) },
    Entry(name: "scene memory") { luma, _ in
      let memory = SceneMemory()
      memory.take(luma)
      _ = memory.isLike(luma, tolerance: 6)
    },
    Entry(name: "histogram") { luma, _ in _ = Histogram(luma) },
    Entry(name: "sharpness") { luma, _ in _ = sharpness(luma) },
    Entry(name: "binarize r=8") { luma, out in binarize(luma, radius: 8, offset: 5, into: out) },
    Entry(name: "invert") { luma, out in invert(luma, into: out) },
    Entry(name: "transpose") { luma, out in transpose(luma, into: out) },
    Entry(name: "halve") { luma, out in halve(luma, into: out) },
    Entry(name: "enlarge") { luma, out in enlarge(luma, into: out) },
    Entry(name: "gaussian 1.2") { luma, out in gaussian(luma, sigma: 1.2, into: out) },
    Entry(name: "unsharp 2") { luma, out in unsharp(luma, sigma: 2, amount: 1, into: out) },
    Entry(name: "average rows 7/4") { luma, out in
      guard luma.height >= 7 else { return }
      averageRows(luma, box: 7, step: 4, sigma: 1.5, amount: 1, into: out)
    },
    Entry(name: "sample lines") { luma, out in
      // Askew, from the left edge to the right one; most lines lie in the picture as a whole.
      let (count, step) = (min(512, luma.width), Double(luma.width) / Double(max(1, min(512, luma.width))))
      for y in 0..<luma.height {
        let start = Point(0.5 * step, Double(y) + 0.5)
        sampleLine(luma, from: start, by: Point(step, 0.05 * step), count: count, into: out + y * count)
      }
    },
    Entry(name: "sample affine") { luma, out in
      let map = Affine(a: 0.97, b: 0.2, c: -0.2, d: 0.97)
      sampleAffine(luma, map, into: out, width: luma.width, height: luma.height, fill: 255)
    },
    Entry(name: "sample projective") { luma, out in
      let (w, h) = (Double(luma.width), Double(luma.height))
      let quad = Quad(Point(0.1 * w, 0), Point(w, 0.1 * h), Point(0.9 * w, h), Point(0, 0.9 * h))
      guard let map = Projective(width: w, height: h, to: quad) else { return }
      sampleProjective(luma, map, into: out, width: luma.width, height: luma.height, fill: 255)
    },
  ]
}
