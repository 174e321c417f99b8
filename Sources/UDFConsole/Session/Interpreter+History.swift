import UDFHost

extension Interpreter {
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

  func blame(_ argument: String) throws(HostError) -> Blame {
    if argument.isEmpty {
      throw HostError(code: "usage", message: ":blame: takes a path, as in :blame cart.items[1].qty")
    }
    return try asking { try host.blame(argument) }
  }

  /// As it is shown: `#3`, or without the sign.
  private func number(_ word: Substring) -> Int? { Int(word.first == "#" ? word.dropFirst() : word) }
}

extension String {
  fileprivate var shown: String { isEmpty ? "nothing" : self }
}
