import FolderTesting
import Glibc
import LogTesting
import SeededTesting
import UDFLog

/// 3 to 8 hosts of one log, some of which are killed while their clocks jump, their engine is killed, and their network is cut, slow,
/// and repeats answers.
struct SharedChaosRound {
  let server: LogServer
  let folder = SharedChaosBoard.folder()
  /// The name of the log in its engine.
  let name: String
  let log: ActionLog
  private(set) var hosts: [SharedChaosHost] = []
  private var random: SeededGenerator
  private var count = 0
  private var sent: Set<String> = []
  private var restarts: Int

  init(_ server: LogServer, seed: UInt64) throws {
    self.server = server
    random = SeededGenerator(seed: seed)
    name = "chaos\(seed)"
    log = ActionLog(server.engine(port: server.port, log: name, patience: 5))
    restarts = server.kind == .sqlite ? 0 : Int.random(in: 0...1, using: &random)
    for number in 1...Int.random(in: 3...8, using: &random) {
      hosts.append(try SharedChaosHost("h\(number)", in: folder, server, log: name, seed: random.next()))
    }
  }

  /// Lets the hosts send while faults happen, and returns what is wrong afterwards.
  mutating func run(steps: Int) async throws -> [String] {
    for host in hosts { try host.start() }
    for _ in 0..<steps {
      try step()
      usleep(UInt32.random(in: 0...30_000, using: &random))
    }
    heal()
    return try await problems()
  }

  /// Lets the hosts send without faults, until all of them have everything.
  mutating func runInCalm(steps: Int) async throws -> [String] {
    for host in hosts { try host.start() }
    for _ in 0..<steps { hosts.randomElement(using: &random)!.send(line()) }
    return try await problems()
  }

  private mutating func step() throws {
    let host = hosts.randomElement(using: &random)!
    try host.start()
    var faults = LogProxy.Faults()
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: try host.kill()
    case 2 where restarts > 0:
      restarts -= 1
      try server.restart()
    case 3: host.proxy?.cut()
    case 4:
      faults.isCut = true
      host.proxy?.set(faults)
      host.proxy?.cut()
    case 5:
      faults.delay = 20_000
      host.proxy?.set(faults)
    case 6:
      faults.repeats = 4
      host.proxy?.set(faults)
    case 7: heal()
    case 8: host.setClock(days: [-400, -1, 0, 1, 400].randomElement(using: &random)!)
    default: for _ in 0..<Int.random(in: 1...5, using: &random) { host.send(line()) }
    }
  }

  private mutating func line() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return "board.turn{}"
    // Refused if this run of the host has sent nothing, or the log does not confirm it.
    case 8: return ":undo"
    case 1, 2:
      // The host may not have the card any more.
      return "local cards = state.board.cards if #cards > 0 then pcall(board.take, { title = cards[1] }) end"
    default:
      count += 1
      sent.insert("c\(count)")
      return "board.add{ title = 'c\(count)' }"
    }
  }

  private func heal() {
    for host in hosts {
      host.proxy?.set(LogProxy.Faults())
      host.proxy?.cut()
    }
  }

  // MARK: afterwards

  /// Waits until every host has all entries of the log, and compares.
  private func problems() async throws -> [String] {
    for host in hosts { try host.start() }
    var board = try await SharedChaosBoard(log)
    for attempt in 0... {
      for host in hosts { try host.collect() }
      board = try await SharedChaosBoard(log)
      if hosts.allSatisfy({ $0.isLive(at: board.head) }) { break }
      // What an earlier run of a host has left may still be on its way.
      if attempt == 600 { return ["the hosts do not come to entry \(board.head): \(hosts.map(\.status))"] }
      usleep(20_000)
    }
    var problems = board.problems
    let unknown = Set(board.added).subtracting(sent)
    if !unknown.isEmpty { problems.append("nobody sent \(unknown)") }
    for host in hosts {
      if host.cards != board.cards { problems.append("\(host.name) has \(host.cards), not \(board.cards)") }
      let lost = Set(host.added).subtracting(board.added)
      if !lost.isEmpty { problems.append("\(host.name) printed as confirmed, and the log does not have: \(lost)") }
      if Set(host.added).count < host.added.count { problems.append("\(host.name) printed a card twice") }
      for title in host.taken where board.taken[title]?.contains(host.name) != true {
        problems.append("\(host.name) printed that it took \(title), which \(board.taken[title] ?? []) took")
      }
    }
    return problems
  }
}
