// Sets values in a folder until it is killed, and prints the number of each value after it is set. First prints its process id.
//
//   ValueWriter FOLDER         runs until it is killed
//   ValueWriter FOLDER kill N  kills itself in the middle of the Nth change of a file
//   ValueWriter FOLDER fill N  makes the disk full after N changes. Prints the error of setting a value and the error of
//                              removing one, frees the disk, and sets one more value
import FaultyDisk
import Platform
import UDFServices

func printLine(_ text: String) {
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
    printLine("\(n)")
  }

  func remove() throws { try values.set(.none, of: "n", in: folder) }

  /// Whether the store still returns the last number that was set.
  func hasLastValue() throws -> Bool { try values.value(of: "n", in: folder) == .integer(n) }
}

printLine("\(getpid())")
let arguments = CommandLine.arguments
let mode = arguments.count > 3 ? arguments[2] : ""
let count = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
// Set before the file is opened, because opening it may import an older file.
if mode == "kill" { faulty_disk_kill_at(count) }
var writer = try Writer(folder: arguments[1])
guard mode == "fill" else { while true { try writer.setNext() } }

try writer.setNext()
faulty_disk_full_after(count)
do { while true { try writer.setNext() } } catch let error as ServiceError { printLine(error.message) }
do { try writer.remove() } catch let error as ServiceError { printLine(error.message) }
printLine(try writer.hasLastValue() ? "whole" : "lost")
faulty_disk_full_after(0)
try writer.setNext()
