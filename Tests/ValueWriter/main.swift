// Sets values in the folder that is its argument until it is killed, and says each time what is set. First it says how it
// can be killed.
import Platform
import UDFHost

func say(_ number: Int) {
  print(number)
  fflush(nil)
}

say(Int(getpid()))
let values = DiskValues()
let folder = CommandLine.arguments[1]
guard case .integer(var n) = try values.value(of: "n", in: folder) == .none ? 0 : values.value(of: "n", in: folder)
else { fatalError("n is no integer") }
while true {
  n += 1
  // Of all sizes, and so large that the file is compacted every now and then.
  let text = String(repeating: "\(n % 10)", count: Int.random(in: 0...60_000))
  try values.set(["n": .integer(n), "text": .string(text)], of: "text", in: folder)
  try values.set(.integer(n), of: "n", in: folder)
  say(Int(n))
}
