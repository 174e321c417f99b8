import UDFHost
import UDFTooling

extension Interpreter {
  func history(_ argument: String) throws(HostError) -> CommandResult {
    let filter = try HistoryFilter(argument)
    return .history(try asking { try host.history(filter, last: 20) }, isFiltered: !argument.isEmpty)
  }

  func difference(_ argument: String) throws(HostError) -> CommandResult {
    let words = argument.split(whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { number($0) }
    guard let first = numbers.first, numbers.count == words.count, numbers.count <= 2 else {
      throw HostError(
        code: "usage",
        message: ":diff: takes the number of one action or of two, as in :diff 3 7, got \(argument.shown)")
    }
    let last = numbers.dropFirst().first
    return .difference(try host.changes(after: first, upTo: last), after: first, upTo: last)
  }

  func moment(_ argument: String) throws(HostError) -> CommandResult {
    if argument == "live" {
      let waiting = host.waiting
      try asking { try host.returnToLive() }
      return .moment(action: nil, waiting: waiting)
    }
    guard let n = number(argument[...]) else {
      throw HostError(
        code: "usage", message: ":at: takes the number of an action, as in :at 3, or live, got \(argument.shown)")
    }
    try asking { try host.visit(action: n) }
    return .moment(action: n, waiting: host.waiting)
  }

  /// `:undo [COUNT]`, `:redo [COUNT]`, `:resume`
  func rebase(_ command: Command, _ argument: String) throws(HostError) -> RebaseReport {
    if command == .resume { return try asking { try host.resume() } }
    guard let count = argument.isEmpty ? 1 : Int(argument), count > 0 else {
      throw HostError(
        code: "usage",
        message: ":\(command.rawValue): takes how many, as in :\(command.rawValue) 3, got \(argument.shown)")
    }
    return try asking { try command == .undo ? host.undo(count) : host.redo(count) }
  }

  func blame(_ argument: String) throws(HostError) {
    if argument.isEmpty {
      throw HostError(code: "usage", message: ":blame: takes a path, as in :blame cart.items[1].qty")
    }
    let blame = try asking { try host.blame(argument) }
    reporter.report(.blame(blame))
    if blame.action == nil { doubt(blame.path, blame.value) }
  }

  /// Nothing is an answer, but mostly to a mistyped path.
  func doubt(_ path: Path, _ value: Value) {
    guard value == .none else { return }
    for (depth, key) in path.keys.enumerated().dropFirst() {
      guard case .key(let name) = key else { continue }
      let parent = Path(Array(path.keys[..<depth]))
      let known = (try? ObservedPlace("\(parent)").names(in: host)) ?? []
      if known.isEmpty || known.contains(name) { continue }
      let message = "\(parent) has no \"\(name)\" now.\(didYouMean(name, among: known))"
      return reporter.report(.log(level: "warning", message: message, fields: [:]))
    }
  }

  /// As it is shown: `#3`, or without the sign.
  private func number(_ word: Substring) -> Int? { Int(word.first == "#" ? word.dropFirst() : word) }
}

extension String {
  fileprivate var shown: String { isEmpty ? "nothing" : self }
}
