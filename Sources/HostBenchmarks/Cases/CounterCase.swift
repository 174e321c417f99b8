import UDFHost

/// W1: a counter with one subscriber and a new action table for each dispatch.
struct CounterCase {
  let rounds: Int
  private let count = 100_000

  func run() throws -> [Result] {
    let app = try Counter.app()
    let bare = Counter.bare()
    var notified = 0
    let hosts = [
      try app.host(), try app.host { $0.historyLimit = 0 },
      try app.host {
        $0.timeBudget = 0
      },
      try app.host { $0.keepsSites = true },
    ]
    let subscriptions = hosts.map { $0.subscribe { _ in notified += 1 } }
    let loop = Counter.loop(count)
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [{ bare.reduce(type: "counter/inc", field: "by", count: count) { 1 } }]
        + hosts.map { host in { try host.run(loop) } })
    withExtendedLifetime(subscriptions) {}
    precondition(notified == (rounds + 1) * count * hosts.count)
    let floor = "bare lua_pcall, plain table"
    return [
      Result(
        name: "W1 counter.inc, history of 1000", seconds: times[1], floor: times[0], floorName: floor, promise: 2.7),
      Result(name: "W1 counter.inc, no history", seconds: times[2], floor: times[0], floorName: floor, promise: 2.3),
      Result(
        name: "W1 counter.inc, lines kept for blame", seconds: times[4], floor: times[0], floorName: floor, promise: 3),
      Result(
        name: "W1 time budget on", seconds: times[1], floor: times[3], floorName: "the same without a budget",
        promise: 1.05),
    ]
  }
}
