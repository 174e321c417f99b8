// Sets values in a folder until it is killed, and prints the number of each that is set. First it prints its process id.
//
//   ValueWriter FOLDER      until somebody kills it
//   ValueWriter FOLDER N    until the Nth change of a file, in the middle of which it is killed
import FaultyDisk
import Platform
import UDFServices

func say(_ number: Int) {
  print(number)
  fflush(nil)
}

say(Int(getpid()))
let folder = CommandLine.arguments[1]
if CommandLine.arguments.count > 2, let count = Int(CommandLine.arguments[2]) { faulty_disk_kill_at(count) }
let values = DiskValues()
guard case .integer(var n) = try values.value(of: "n", in: folder) == .none ? 0 : values.value(of: "n", in: folder)
else { fatalError("n is not an integer") }
while true {
  n += 1
  let text = String(repeating: "\(n % 10)", count: Int.random(in: 0...60_000))
  try values.set(["n": .integer(n), "text": .string(text)], of: "text", in: folder)
  try values.set(.integer(n), of: "n", in: folder)
  say(Int(n))
}
