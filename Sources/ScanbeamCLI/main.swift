import Glibc
import Scanbeam

// The `scanbeam` tool. Exit codes: 0 something read (or done), 1 nothing read, 2 error.

let usage = """
  scanbeam: read bar codes and matrix codes and contactless tags

    scanbeam read SOURCE…      read codes from pictures, directories, cameras, terminals or - (a picture on standard input)
    scanbeam preview SOURCE    show what a camera sees, with the overlay, in a browser
    scanbeam list              list cameras, terminals and contactless readers
    scanbeam watch             print devices and tags as they come and go
    scanbeam dmcc READER       send DMCC commands to a terminal or a camera reader
    scanbeam serve SOURCE      make a camera, or a folder of pictures, a DMCC reader on the network
    scanbeam tag …             read, write or format a contactless tag
    scanbeam symbologies       list what this build can read
    scanbeam explain PICTURE   show what the decoder does with a picture
    scanbeam bench …           measure the decoder
    scanbeam --version

  Each command explains itself with --help. Exit codes: 0 something was read, 1 nothing was read, 2 error.
  """

func run(_ words: [String]) throws(Failure) -> Int32 {
  var rest = words[...]
  switch rest.popFirst() {
  case "read": return try ReadCommand.run(Array(rest))
  case "dmcc": return try DMCCCommand.run(Array(rest))
  case "serve": return try ServeCommand.run(Array(rest))
  case "preview": return try PreviewCommand.run(Array(rest))
  case "tag": return try TagCommand.run(Array(rest))
  case "watch": return try WatchCommand.run(Array(rest))
  case "list": return try ListCommand.run(Array(rest))
  case "symbologies": return try SymbologiesCommand.run(Array(rest))
  case "explain": return try ExplainCommand.run(Array(rest))
  case "bench": return try BenchCommand.run(Array(rest))
  case "--version":
    Output.line("scanbeam 0.1.0")
    return 0
  case "help", "--help", "-h":
    Output.line(usage)
    return 0
  case nil:
    Output.note(usage)
    return 2
  case let word?:
    throw Failure("There is no command \"\(word)\"; scanbeam --help lists them.")
  }
}

signal(SIGPIPE, SIG_IGN)
do throws(Failure) {
  exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch {
  Output.note("scanbeam: \(error.message)")
  exit(2)
}
