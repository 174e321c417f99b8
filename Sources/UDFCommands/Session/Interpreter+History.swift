import UDFHost
import UDFTooling

extension Interpreter {
  package func history(_ argument: String) throws(HostError) -> CommandResult {
    let filter = try HistoryFilter(argument)
    return .history(try withHostErrors { try host.history(filter, last: 20) }, isFiltered: !argument.isEmpty)
  }

  package func difference(_ argument: String) throws(HostError) -> CommandResult {
    let words = argument.split(whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { number($0) }
    guard let first = numbers.first, numbers.count == words.count, numbers.count <= 2 else {
      throw HostError(usage: ":diff: takes the number of one action or of two, as in :diff 3 7, got \(argument.shown)")
    }
    let last = numbers.dropFirst().first
    return .difference(try host.changes(after: first, upTo: last), after: first, upTo: last)
  }

  /// `:at ACTION`, `:at log:POSITION`, `:at live`; `:at` reports the shown moment. The host emits the report as an event.
  package func moment(_ argument: String) throws(HostError) {
    if argument == "live" {
      if host.pastAction == nil { reporter.report(.moment(action: nil, WaitingEvents())) }
      return try withHostErrors { try host.returnToLive() }
    }
    if argument.isEmpty {
      let waiting = host.pastAction == nil ? WaitingEvents() : host.waiting
      return reporter.report(.text(HistoryFormatter().moment(host.pastAction, waiting)))
    }
    if argument.hasPrefix("log:"), let position = Int64(argument.dropFirst(4)) {
      return try withHostErrors { try host.visit(entry: position) }
    }
    guard let n = number(argument[...]) else {
      throw HostError(
        usage:
          ":at: takes the number of an action, as in :at 3, a position of the shared log, as in :at log:3, or live, got \(argument.shown)"
      )
    }
    try withHostErrors { try host.visit(action: n) }
  }

  /// `:undo [COUNT]`, `:redo [COUNT]`, `:resume`. The host emits the report as an event.
  package func rebase(_ command: Command, _ argument: String) throws(HostError) {
    if command == .resume {
      _ = try withHostErrors { try host.resume() }
      return
    }
    guard let count = argument.isEmpty ? 1 : Int(argument), count > 0 else {
      throw HostError(
        usage: ":\(command.rawValue): takes how many, as in :\(command.rawValue) 3, got \(argument.shown)")
    }
    _ = try withHostErrors { try command == .undo ? host.undo(count) : host.redo(count) }
  }

  package func blame(_ argument: String) throws(HostError) {
    if argument.isEmpty {
      throw HostError(usage: ":blame: takes a path, as in :blame cart.items[1].qty")
    }
    let blame = try withHostErrors { try host.blame(argument) }
    reporter.report(.blame(blame))
    if blame.action == nil { doubt(blame.path, blame.value) }
  }

  /// Returns the number after a command that requires one.
  package func number(_ argument: String, of command: String) throws(HostError) -> Int {
    if let number = number(argument[...]) { return number }
    throw HostError(usage: "\(command): takes a number, as in \(command) 3, got \(argument.shown)")
  }

  /// Parses `#3` or `3`.
  private func number(_ word: Substring) -> Int? { Int(word.first == "#" ? word.dropFirst() : word) }
}

extension String {
  fileprivate var shown: String { isEmpty ? "nothing" : self }
}
