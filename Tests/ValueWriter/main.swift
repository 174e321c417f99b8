// Sets values in a folder until it is killed, and prints the number of each that is set. First it prints its process id.
//
//   ValueWriter FOLDER         until somebody kills it
//   ValueWriter FOLDER kill N  until the Nth change of a file, in the middle of which it is killed
//   ValueWriter FOLDER fill N  until the disk is full after N changes; it prints why it cannot set a value and why it cannot
//                              remove one, makes room, and sets one more
import FaultyDisk
import Platform
import UDFServices

func say(_ text: String) {
  print(text)
  fflush(nil)
}

struct Writer {
  private let values = DiskValues()
  private let folder: String
  private var n: Int64

  init(folder: String) throws {
    self.folder = folder
    let found = try values.value(of: "n", in: folder)
    guard case .integer(let n) = found == .none ? 0 : found else { fatalError("n is not an integer") }
    self.n = n
  }

  mutating func setNext() throws {
    let next = n + 1
    let text = String(repeating: "\(next % 10)", count: Int.random(in: 0...60_000))
    try values.set(["n": .integer(next), "text": .string(text)], of: "text", in: folder)
    try values.set(.integer(next), of: "n", in: folder)
    n = next
    say("\(n)")
  }

  func remove() throws { try values.set(.none, of: "n", in: folder) }

  /// Whether this process still finds the last number that was set.
  func isWhole() throws -> Bool { try values.value(of: "n", in: folder) == .integer(n) }
}

say("\(getpid())")
let arguments = CommandLine.arguments
let mode = arguments.count > 3 ? arguments[2] : ""
let count = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
// Before the file is opened, which may import an older one.
if mode == "kill" { faulty_disk_kill_at(count) }
var writer = try Writer(folder: arguments[1])
guard mode == "fill" else { while true { try writer.setNext() } }

try writer.setNext()
faulty_disk_full_after(count)
do { while true { try writer.setNext() } } catch let error as ServiceError { say(error.message) }
do { try writer.remove() } catch let error as ServiceError { say(error.message) }
say(try writer.isWhole() ? "whole" : "lost")
faulty_disk_full_after(0)
try writer.setNext()
