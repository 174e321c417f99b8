import Foundation
import Platform
import UDFLog

/// Measures an engine of a log on this machine, with bodies of 200 bytes.
package struct LogLoad: Sendable {
  package struct FanOut: Sendable {
    /// Seconds from an append to its delivery, of every delivery, sorted.
    package var delays: [Double] = []
    /// Actions that were to be appended, and were committed, in a second.
    package var rate = 0.0
    /// Bytes of memory that a host takes, threads and connections included.
    package var memory = 0
  }

  private let engine: any LogEngine

  package init(_ engine: any LogEngine) { self.engine = engine }

  /// Seconds from each append of a host that is alone to when it is answered, and to when its own subscription delivers it.
  package func alone(_ count: Int) async throws -> (committed: [Double], delivered: [Double]) {
    let log = ActionLog(engine)
    let head = try await log.head()
    let delivered = AsyncStream.makeStream(of: Void.self)
    let subscription = try log.subscribe(after: head.place) { event in
      if case .entries = event { delivered.continuation.yield() }
    }
    var events = delivered.stream.makeAsyncIterator()
    var times: (committed: [Double], delivered: [Double]) = ([], [])
    for number in 1...Int64(count) {
      let start = LogLoad.now
      guard case .committed = await log.append(LogBatch(EntryName("alone", number), [action()])) else { continue }
      times.committed.append(LogLoad.seconds(since: start))
      _ = await events.next()
      times.delivered.append(LogLoad.seconds(since: start))
    }
    subscription.cancel()
    log.close()
    return (times.committed.sorted(), times.delivered.sorted())
  }

  /// Hosts that each append in turn and all receive everything.
  ///
  /// - Parameter count: a multiple of `shares`.
  /// - Parameter shares: how many hosts share an `ActionLog` and its subscription, as hosts of one process may.
  package func fanOut(hosts count: Int, sharing shares: Int = 1, rate: Double, seconds: Double) async throws -> FanOut {
    var result = FanOut()
    let before = LogLoad.residentMemory
    let delays = (0..<count / shares).map { _ in Guarded<[Double]>([]) }
    let place = try await ActionLog(engine).head().place
    let logs = delays.map { _ in ActionLog(engine) }
    var subscriptions: [LogSubscription] = []
    for (log, delays) in zip(logs, delays) {
      _ = try await log.head()
      subscriptions.append(
        try log.subscribe(after: place) { event in
          guard case .entries(let entries, _) = event else { return }
          for _ in 0..<shares {
            let now = LogLoad.now
            delays.withLock { delays in
              for entry in entries { delays.append(Double(now - LogLoad.time(entry)) * 1e-9) }
            }
          }
        })
    }
    result.memory = max(0, LogLoad.residentMemory - before) / count
    let each = Double(count) / rate
    let committed = await withTaskGroup(of: Int.self) { group in
      for index in 0..<count {
        let log = logs[index / shares]
        group.addTask {
          let start = ContinuousClock.now + .seconds(each * Double(index) / Double(count))
          var number: Int64 = 0
          while Double(number) * each < seconds {
            try? await Task.sleep(until: start + .seconds(Double(number) * each))
            number += 1
            let batch = LogBatch(EntryName("host-\(index)", number), [action()])
            while case .unknown = await log.append(batch) {}
          }
          return Int(number)
        }
      }
      return await group.reduce(0, +)
    }
    result.rate = Double(committed) / seconds
    while delays.contains(where: { $0.withLock { $0.count } < committed * shares }) {
      try await Task.sleep(for: .milliseconds(20))
    }
    for subscription in subscriptions { subscription.cancel() }
    for log in logs { log.close() }
    result.delays = delays.flatMap { $0.withLock { $0 } }.sorted()
    return result
  }

  /// With the time at which it was made.
  private func action() -> LogAction {
    let time = withUnsafeBytes(of: LogLoad.now.bigEndian) { Array($0) }
    return LogAction(time + [UInt8](repeating: 7, count: 192))
  }

  private static func time(_ entry: LogEntry) -> UInt64 {
    entry.action.body.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Nanoseconds.
  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  private static func seconds(since start: UInt64) -> Double { Double(now - start) * 1e-9 }

  private static var residentMemory: Int {
    let text = readFile("/proc/self/statm").map { String(decoding: $0, as: UTF8.self) } ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
