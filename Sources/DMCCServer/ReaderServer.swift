import DMCC
import EventLoop
import Pictures
import ReaderCore
import Readers

/// A camera reader as a network DMCC reader: commands of hosts go to the reader, its results to all hosts.
///
/// Each connection has its own `COM.*` and `DATA.*` settings; everything else is set for all. Everything on the loop.
public final class ReaderServer: ReaderObserver {
  /// What is told for a trigger that read nothing; the default of DataMan readers.
  static let noRead = Array("NO-READ".utf8)

  /// The reader behind it.
  public let reader: Reader
  /// Where it is to be found.
  public var label: String { server.label }
  /// The port.
  public var port: UInt16 { server.port }
  /// Hosts that are connected.
  public var count: Int { server.count }
  /// Called with what happens; for people.
  public var log: ((String) -> Void)? { didSet { server.log = log } }
  /// Called with every result that is sent.
  public var sent: ((ReadResults) -> Void)?
  /// Called when the reader wants to beep.
  public var beeps: ((_ count: Int, _ tone: Int) -> Void)?
  private var server: DMCCServer!
  private let pictures: PictureRound?
  private let symbologies: SymbologySet
  private var kinds = ResultKinds.string
  /// Whether something was sent for the scan that runs.
  private var isAnswered = false

  /// Begins to listen; the reader is connected and configured already.
  ///
  /// - Parameters:
  ///   - address: As of `DMCCServer`, like `port` and `password`.
  ///   - pictures: What a reader of pictures is shown, one a trigger; nil for cameras.
  public init(
    _ reader: Reader, address: String, port: UInt16, password: String?, pictures: PictureRound? = nil
  ) throws(ReaderError) {
    self.reader = reader
    self.pictures = pictures
    symbologies = reader.settings.symbologies
    server = try DMCCServer(address: address, port: port, password: password, loop: reader.context.loop) {
      [weak self] request, done in
      self?.perform(request, done) ?? done(.init(status: DMCCStatus.offline.rawValue))
    }
    server.kindsChanged = { [weak self] in self?.want($0) }
    reader.setObserver(self)
  }

  /// Sends everybody away. The reader stays.
  public func close() {
    reader.setObserver(nil)
    server.close()
  }

  // MARK: Commands

  private func perform(_ request: DMCCRequest, _ done: @escaping (DMCCServer.Answer) -> Void) {
    let words = request.words
    if words == ["TRIGGER", "ON"], let pictures, reader.settings.trigger == .manual, !reader.isScanning {
      done(.init(status: DMCCStatus.ok.rawValue))
      return show(pictures.next())
    }
    do throws(ReaderError) {
      try reader.sendCommand(request.text, data: request.data, timeoutMs: 30_000) { [weak self] outcome in
        switch outcome {
        case .success(let answer):
          if answer.status == 0 { self?.carriedOut(words) }
          done(.init(status: answer.status, text: answer.text, bulk: answer.bytes.isEmpty ? nil : answer.bytes))
        case .failure(let error):
          let isBusy = error.status == .timeout
          done(.init(status: (isBusy ? DMCCStatus.unidentifiedError : .offline).rawValue))
        }
      }
    } catch {
      done(.init(status: (error.status == .state ? DMCCStatus.offline : .invalidParameter).rawValue))
    }
  }

  /// What a reset must not take away: that the reader reads at all, and what hosts wait for.
  private func carriedOut(_ words: [String]) {
    guard ["CONFIG.DEFAULT", "CONFIG.RESTORE", "DEVICE.DEFAULT"].contains(words.first) else { return }
    configure { [symbologies] in $0.symbologies = symbologies }
    want(kinds)
  }

  private func want(_ kinds: ResultKinds) {
    self.kinds = kinds
    // Strings are made in any case; who wants what is for each connection.
    let made: ResultKinds = [.string, .xml, .statistics, .image, .graphics, .xmlContent]
    configure { $0.results.types = Int(kinds.union(.string).intersection(made).rawValue) }
  }

  private func configure(_ change: (inout ReaderSettings) -> Void) {
    do throws(ReaderError) { try reader.configure(change) } catch { log?(error.message) }
  }

  /// Shows the reader a picture, which leads to results.
  private func show(_ path: String) {
    do throws(ReaderError) {
      let file = try PictureFile.bytes(path: path, limit: 33_554_432)
      try reader.sendCommand("IMAGE.LOAD \(file.count)", data: file, timeoutMs: 30_000) { [weak self] outcome in
        if case .success(let answer) = outcome, answer.status == 0 { return }
        self?.log?("\(path) is no picture that can be read.")
        self?.deliverNoRead()
      }
    } catch {
      log?(error.message)
      deliverNoRead()
    }
  }

  // MARK: Results

  private func deliverNoRead() { server.deliver([.init(.readString, ReaderServer.noRead)]) }

  private func deliver(_ results: ReadResults) {
    isAnswered = true
    var parts = [DMCCServer.Part(.readString, results.main?.bytes ?? ReaderServer.noRead)]
    if let xml = results.xml { parts.append(.init(.xmlResult, Array(xml.utf8))) }
    if results.image != nil {
      do throws(ReaderError) { parts.append(.init(.image, try results.encodedImage())) } catch { log?(error.message) }
    }
    if let svg = results.svg { parts.append(.init(.imageGraphics, Array(svg.utf8))) }
    if let counters = results.statisticsXML { parts.append(.init(.xmlStatistics, Array(counters.utf8))) }
    server.deliver(parts, id: Int(truncatingIfNeeded: results.id))
    sent?(results)
  }

  public func reader(_ reader: Reader, received results: ReadResults) {
    // One trigger, one answer: pictures without a code in the middle of a scan are none, nor is the end of a scan that
    // has read something.
    let isWithin = reader.isScanning && results.reason != .timedOut
    if results.codes.isEmpty, isWithin || isAnswered && results.reason != .noCode { return }
    deliver(results)
  }

  public func reader(_ reader: Reader, scanningStateChanged state: ScanningState) {
    if state == .running || state == .waiting { isAnswered = false }
  }

  public func reader(_ reader: Reader, failed error: ReaderError) { log?(error.message) }

  public func reader(_ reader: Reader, beeps count: Int, tone: Int) { beeps?(count, tone) }

  public func reader(_ reader: Reader, availabilityChanged availability: Availability) {}

  public func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {
    switch state {
    case .connected: log?("\(reader.identity): connected")
    case .unavailable: log?("\(reader.identity): away; hosts are answered that it is offline")
    default: break
    }
  }
}

/// The pictures of a file or a folder, one after another, and from the first again.
public final class PictureRound {
  private let path: String
  private let isFolder: Bool
  private var last: String?

  /// - Throws: As `PictureFile.list`; `.notFound` for a folder without pictures.
  public init(path: String, isFolder: Bool) throws(ReaderError) {
    self.path = path
    self.isFolder = isFolder
    guard isFolder else { return }
    guard try !PictureFile.list(directory: path).isEmpty else {
      throw ReaderError(.notFound, "There are no pictures in \(path).")
    }
  }

  /// The picture after the last one, as the folder is now; the last one again when it is empty meanwhile.
  func next() -> String {
    guard isFolder else { return path }
    let list = (try? PictureFile.list(directory: path)) ?? []
    let next = list.first { last == nil || $0 > last! } ?? list.first ?? last ?? path
    last = next
    return next
  }
}
