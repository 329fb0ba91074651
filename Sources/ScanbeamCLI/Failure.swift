import Scanbeam

/// What ends the tool with exit code 2.
struct Failure: Error {
  let message: String
  init(_ message: String) { self.message = message }
  init(_ error: ReaderError) { message = error.message }
}

/// Turns a reader's error into the tool's.
func attempt<R>(_ body: () throws(ReaderError) -> R) throws(Failure) -> R {
  do throws(ReaderError) { return try body() } catch { throw Failure(error) }
}
