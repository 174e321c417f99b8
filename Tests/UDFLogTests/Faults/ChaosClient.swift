import LogTesting
import Platform
import SeededTesting

@testable import UDFLog

/// A host that appends and reads by turns. It appends a batch again if its outcome is unknown.
struct ChaosClient: Sendable {
  let log: ActionLog
  /// The network between it and its engine; nil: there is none.
  let proxy: LogProxy?
  private let host: String
  private let seed: UInt64

  init(_ engine: LogServer, log name: String, host: String, seed: UInt64) throws {
    self.host = host
    self.seed = seed
    proxy = engine.port == 0 ? nil : try LogProxy(to: engine.port, generator: SeededGenerator(seed: ~seed))
    var options = LogOptions()
    options.page = 16
    options.check = 0.2
    options.pause = 0.01...0.05
    log = ActionLog(engine.engine(port: proxy?.port ?? 0, log: name, patience: 0.3), options: options)
  }

  func run(from start: LogPlace) async -> History {
    var generator = SeededGenerator(seed: seed)
    var history = History()
    var place = start
    var head: Int64 = 0
    var number: Int64 = 1
    for _ in 0..<Int.random(in: 15...30, using: &generator) {
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let began = ContinuousClock.now
        guard let page = try? await log.read(after: place, limit: 7) else { continue }
        history.reads.append(.init(after: place.position, page: page, start: began, end: .now))
        place = page.entries.last?.place ?? place
        head = page.head.position
        continue
      }
      let actions = (0..<Int.random(in: 1...3, using: &generator)).map {
        LogAction(Array("\(host) \(number) \($0)".utf8), stamp: [UInt8($0)])
      }
      var batch = LogBatch(EntryName(host, number), actions)
      if Bool.random(using: &generator) { batch.expectedHead = head }
      var isDone = false
      while !isDone {
        let began = ContinuousClock.now
        let outcome = await log.append(batch)
        history.appends.append(.init(batch: batch, outcome: outcome, start: began, end: .now))
        switch outcome {
        case .committed(let position):
          head = position
          number += Int64(actions.count)
          isDone = true
        case .rejected(let now):
          head = now
          isDone = true
        case .unknown: try? await Task.sleep(for: .milliseconds(10))
        case .gap, .refused: return history
        }
      }
    }
    return history
  }
}
