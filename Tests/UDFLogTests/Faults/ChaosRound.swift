import FolderTesting
import Foundation
import LogTesting
import Platform
import SeededTesting
import Testing

@testable import UDFLog

/// Several clients of one log, while its engine is killed and its network is cut, slow, and repeats answers.
struct ChaosRound {
  let server: LogServer
  let seed: UInt64
  let name: String

  init(_ server: LogServer, seed: UInt64) {
    self.server = server
    self.seed = seed
    name = "c" + LogFormat.hexadecimal(seed)
  }

  /// What was wrong; empty: nothing.
  func run() async throws -> [String] {
    var generator = SeededGenerator(seed: seed)
    let clients = try (0..<Int.random(in: 3...8, using: &generator)).map { index in
      try ChaosClient(server, log: name, host: "host-\(index)", seed: generator.next())
    }
    let log = ActionLog(server.engine(port: server.port, log: name, patience: 5))
    let start = try await log.head().start
    let followers = try clients.map { try Follower($0.log, after: start) }
    let (isOver, killed) = (Guarded(false), Guarded<[EntryName: Int64]>([:]))
    let faults = generator.next()
    let history = try await withThrowingTaskGroup(of: History?.self) { group in
      group.addTask {
        try await trouble(clients, SeededGenerator(seed: faults), killed) { isOver.withLock { $0 } }
        return nil
      }
      for client in clients { group.addTask { await client.run(from: start) } }
      var history = History()
      var left = clients.count
      for try await one in group {
        guard let one else { continue }
        history = history + one
        left -= 1
        if left == 0 { isOver.withLock { $0 = true } }
      }
      return history
    }
    let entries = try await log.entries()
    var problems = history.problems(entries)
    for (name, position) in killed.withLock({ $0 })
    where position > entries.count || entries[Int(position) - 1].name != name {
      problems.append("\(name) was committed at \(position) before its process was killed")
    }
    for (index, follower) in followers.enumerated() {
      await follower.received(entries.count)
      if follower.entries != entries {
        problems.append("subscriber \(index) has received other entries: \(follower.end?.message ?? "")")
      }
      follower.cancel()
    }
    let unsettled = history.appends.filter { if case .unknown = $0.outcome { true } else { false } }
    if ProcessInfo.processInfo.environment["UDF_CHAOS"] != nil {
      print("\(server.kind) \(seed): \(clients.count) clients, \(entries.count) entries, \(unsettled.count) unknown")
    }
    return problems
  }

  /// Appends in another process, which is soon killed. Returns the committed entries.
  private func killWriter(_ host: String, after milliseconds: Int) async throws -> [EntryName: Int64] {
    guard WriterProcess.program != nil else { return [:] }
    let address = server.kind.address(port: server.port, file: server.folder("\(name).sqlite"))
    let writer = try WriterProcess(address, log: name, host, 1_000_000)
    try await Task.sleep(for: .milliseconds(milliseconds))
    writer.kill()
    let positions = await writer.finish()
    return Dictionary(uniqueKeysWithValues: positions.map { (EntryName(host, $0), $1) })
  }

  /// Troubles hosts, engine and network until the clients are done, and then heals them.
  private func trouble(
    _ clients: [ChaosClient], _ generator: SeededGenerator, _ killed: Guarded<[EntryName: Int64]>,
    until isOver: @Sendable () -> Bool
  ) async throws {
    var generator = generator
    var kills = 2
    while !isOver() {
      try await Task.sleep(for: .milliseconds(Int.random(in: 5...40, using: &generator)))
      let client = clients.randomElement(using: &generator)!
      var faults = LogProxy.Faults()
      switch Int.random(in: 0..<9, using: &generator) {
      case 0 where kills > 0:
        kills -= 1
        try server.restart()
      case 8 where kills > 0:
        kills -= 1
        let positions = try await killWriter("killed", after: .random(in: 20...120, using: &generator))
        killed.withLock { $0.merge(positions) { $1 } }
      case 1: client.proxy?.cut()
      case 2:
        faults.isCut = true
        client.proxy?.set(faults)
        client.proxy?.cut()
      case 3, 4:
        faults.delay = 20_000
        client.proxy?.set(faults)
      case 5:
        faults.repeats = 4
        client.proxy?.set(faults)
      default: client.proxy?.set(faults)
      }
      // A client whose network stays away would never be done.
      if Bool.random(using: &generator) { for client in clients { client.proxy?.set(LogProxy.Faults()) } }
    }
    for client in clients {
      client.proxy?.set(LogProxy.Faults())
      client.proxy?.cut()
    }
  }
}
