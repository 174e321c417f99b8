/// W1 in the command: a `-e` loop of `udfhost` in batch. Processor time, because a process also waits.
struct CommandCase {
  let rounds: Int
  private let count = 500_000
  /// What fills the history: the difference to it leaves out the start of the process.
  private let few = 2_000

  func run() throws -> [Result] {
    let app = try Counter.app()
    // As the command configures its host.
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
        floor: Timing.median(library) / Double(count), beside: "the library, lines kept for blame", promise: 1.15)
    ]
  }

  private func seconds(_ app: TemporaryApp, _ count: Int) throws -> Double {
    try Command.run(Command.udfhost, [app.path, "-e", Counter.loop(count)])
  }
}
