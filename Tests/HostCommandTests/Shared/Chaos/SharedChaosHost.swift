import LogTesting
import SeededTesting
import Testing
import UDFHost
import UDFServices

/// A `udfhost` process that shares a board, the network between it and the log, its clock, and its output.
final class SharedChaosHost {
  let name: String
  /// nil: the log is a file.
  let proxy: LogProxy?
  private let folder: AppFolder
  private let address: String
  private let clock: ShiftedClock
  private var process: LineProcess?
  private var follower = JSONFollower()
  private var asked = 0
  /// The added and taken cards that it printed as confirmed, in all of its runs.
  private(set) var added: [String] = []
  private(set) var taken: [String] = []
  /// What `:log` printed last.
  private(set) var status: Value = .none

  init(_ name: String, in folder: AppFolder, _ server: LogServer, log: String, seed: UInt64) throws {
    self.name = name
    self.folder = folder
    clock = try ShiftedClock("\(name).clock", in: folder)
    proxy = server.port == 0 ? nil : try LogProxy(to: server.port, generator: SeededGenerator(seed: seed))
    address = server.address(port: proxy?.port ?? 0, log: log)
  }

  var isRunning: Bool { process != nil }

  /// Starts the process if it does not run, with the data of its last run.
  func start() throws {
    guard process == nil else { return }
    let arguments = [
      folder.app, "--data", "\(folder.path)/data-\(name)", "--log", address, "--log-name", name,
      "--json", "--keep-going", "--settle", "2",
    ]
    process = try LineProcess(
      Launch.command, arguments, in: folder, error: errors, variables: clock.variables)
    follower = JSONFollower()
  }

  private var errors: String { "\(name).errors" }

  /// Sets the clock of the process, also while it runs.
  func setClock(days: Int) { clock.set(days: days) }

  /// Sends lines, and does not wait for what they print.
  func send(_ lines: String...) { for line in lines { process?.send(line) } }

  /// Ends the process by SIGKILL. What it printed before is read.
  func kill() throws {
    guard let process else { return }
    process.kill()
    while let line = process.line() {
      // The last line may be cut off.
      guard line.hasSuffix("}") else { break }
      try read(line)
    }
    self.process = nil
  }

  /// Waits until the process has run all lines, and then `:log`. Throws if it ends before.
  func collect() throws {
    asked += 1
    send(":log", "print('#\(asked)')")
    while let line = process?.line() {
      if try read(line) == "#\(asked)" { return }
    }
    throw Ended(description: "\(name) ended: \(folder.read(errors).suffix(2000))")
  }

  struct Ended: Error, CustomStringConvertible { let description: String }

  /// The cards of its board, from the `change` lines.
  var cards: [String] { follower.state["board"]["cards"].items.compactMap(\.text) }
  var phase: String { status["phase"].text ?? "" }
  var position: Int64 { Int64(status["position"].integer ?? 0) }
  var problem: String { status["problem"].text ?? "" }

  /// Whether its state has all entries up to a position, and nothing waits.
  func isLive(at head: Int64) -> Bool { phase == "live" && position == head && status["pending"] == 0 }

  /// Reads a line of JSON; returns the message of a line that was printed.
  @discardableResult
  private func read(_ line: String) throws -> String? {
    let object = try follower.read(line)
    switch object["kind"] {
    case "value": if object["value"]["phase"] != .none { status = object["value"] }
    case "log":
      // An effect prints to the log.
      let message = object["message"].text ?? ""
      if message.hasPrefix("added ") { added.append(String(message.dropFirst(6))) }
      if message.hasPrefix("took ") { taken.append(String(message.dropFirst(5))) }
      return message
    default: break
    }
    return nil
  }
}
