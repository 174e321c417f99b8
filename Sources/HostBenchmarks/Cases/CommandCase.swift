/// W1 with the command: a loop in `udfhost -e`. Measures processor time, because a process also waits.
struct CommandCase {
  let rounds: Int
  private let count = 500_000
  /// A run that fills the history. Its time is subtracted, so that the start of the process does not count.
  private let few = 2_000

  func run() throws -> [Result] {
    let app = try Counter.app()
    // The same configuration as in the command.
    let host = try app.host { $0.keepsSites = true }
    try host.run(Counter.loop(few))
    var library: [Double] = []
    var command: [Double] = []
    for _ in 0..<rounds {
      library.append(try Timing.processorSeconds { try host.run(Counter.loop(count)) })
      command.append(try seconds(app, few + count) - seconds(app, few))
    }
    return [
      Result(
        name: "W1 counter.inc, -e loop of udfhost", seconds: Timing.median(command) / Double(count),
        floor: Timing.median(library) / Double(count), floorName: "the library, lines kept for blame", promise: 1.15)
    ]
  }

  private func seconds(_ app: TemporaryApp, _ count: Int) throws -> Double {
    try Command.run(Command.udfhost, [app.path, "-e", Counter.loop(count)])
  }
}
