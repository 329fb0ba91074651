import Glibc
import SimulatorCore

signal(SIGPIPE, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
if words.contains("--help") || words.contains("-h") {
  print(Options.usage)
  exit(0)
}
do {
  try Server(try Options(words)).run()
} catch {
  fputs("scanbeam-simulator: \((error as? Trouble)?.sentence ?? "\(error)")\n", stderr)
  exit(2)
}
