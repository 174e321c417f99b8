// A server of the sync protocol on a free port of 127.0.0.1 whose network fails.
//
//   ChaosServer SEED      prints its port, then obeys the lines of standard input and answers each with one line
//
//   faults PART           lets this part of the requests fail, from 0 to 1
//   backup                keeps a copy of the data
//   restore EPOCH         puts the copy back, as after the loss of a disk
//   rows [KIND]           prints all rows, or those of a kind, as key=title, in the order of the keys
import FeedCore
import Foundation
import SocketTesting

func say(_ text: String) {
  print(text)
  fflush(nil)
}

guard CommandLine.arguments.count == 2, let seed = UInt64(CommandLine.arguments[1]) else {
  say("usage: ChaosServer SEED")
  exit(2)
}
let chaos = ChaosServer(seed: seed)
let server = try RawServer { chaos.serve($0) }
say("\(server.port)")

var kept: FeedModel?
while let line = readLine() {
  let words = line.split(separator: " ").map(String.init)
  switch words.first {
  case "faults":
    chaos.fail(Double(words.last ?? "") ?? 0)
    say("done")
  case "backup":
    kept = wait { await chaos.feed.backup() }
    say("done")
  case "restore":
    if let kept { wait { await chaos.feed.restore(kept, epoch: words.last ?? "") } }
    say("done")
  case "rows":
    let kind = words.count > 1 ? words[1] : nil
    say(wait { await chaos.feed.backup().titles(of: kind) })
  default: say("what is \(line)?")
  }
}
