// Appends to a log until it has appended enough or is killed, and prints each entry that was committed.
//
//   LogWriter ADDRESS LOG HOST COUNT
//   LogWriter measure ENGINE          sqlite, redis or postgres: prints how fast it is here
import LogTesting
import Platform
import UDFLog

if CommandLine.arguments.dropFirst().first == "measure" {
  try await measure(CommandLine.arguments.last ?? "")
  exit(0)
}
let words = CommandLine.arguments
guard words.count == 5, let count = Int64(words[4]) else {
  print("usage: LogWriter ADDRESS LOG HOST COUNT")
  exit(2)
}
let address = try LogAddress(words[1], log: words[2])
let log = ActionLog(address.engine, options: address.options)
let host = words[3]

func firstNumber() async throws(LogFailure) -> Int64 {
  while true {
    do throws(LogFailure) { return try await log.lastNumber(of: host) + 1 } catch {
      guard error.code == .unreachable else { throw error }
      usleep(10_000)
    }
  }
}

var number = try await firstNumber()
let last = number + count
while number < last {
  let outcome = await log.append(LogBatch(EntryName(host, number), [LogAction(Array("\(host) \(number)".utf8))]))
  switch outcome {
  case .committed(let position):
    print("\(number) \(position)")
    fflush(nil)
    number += 1
  case .unknown: usleep(10_000)
  case .rejected, .gap, .refused:
    print("\(outcome)")
    exit(1)
  }
}
