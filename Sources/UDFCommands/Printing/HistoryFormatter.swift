import UDFHost

/// Formats data of the history: differences, the last write of a value, and the displayed moment.
package struct HistoryFormatter: Sendable {
  var palette: Palette
  /// The width of a line in columns; nil writes values completely.
  var width: Int?

  package init(palette: Palette = .plain, width: Int? = 80) {
    (self.palette, self.width) = (palette, width)
  }

  package func difference(_ changes: [Change]) -> String {
    if changes.isEmpty { return palette.dim("no difference") }
    return changes.map(ChangeFormatter(palette: palette, width: width).line).joined(separator: "\n")
  }

  /// `as #12 left it · 3 effects and 1 delivery wait · :at live returns`
  package func moment(_ action: Int?, _ waiting: WaitingEvents) -> String {
    guard let action else { return waiting.isNone ? "live" : "live · \(waiting) had waited" }
    let held = waiting.isNone ? "" : " · \(waiting) \(waiting.count == 1 ? "waits" : "wait")"
    return "as #\(action) left it\(held) · :at live returns"
  }

  ///     cart.total: 39.8
  ///       written by features/cart.lua:15 in #1 cart/add {qty=2, sku="A1"}
  ///       sent from prompt:1, 3 s ago
  package func blame(_ blame: Blame) -> String {
    let title = "\(blame.path): \(text(blame.value, beside: blame.path.description.columns + 2))"
    guard let action = blame.action else { return "\(title)\n  \(absence(blame))" }
    let place = blame.site ?? blame.native.map { "the native feature \($0)" }
    let written = blame.written.map { $0 == blame.path ? "" : " at \($0)" } ?? ""
    let head = "#\(action.n) \(action.type)"
    let fields = action.fields.isEmpty ? "" : " " + self.fields(of: action, beside: head.columns + 24)
    return """
      \(title)
        written\(place.map { " by \($0)" } ?? "")\(written) in \(head)\(fields)
        \(palette.dim(sender(action, blame.age)))
      """
  }

  private func sender(_ action: ActionRecord, _ age: Double?) -> String {
    var text = "sent"
    if let site = action.site { text += " from \(site)" }
    if let event = action.event {
      text += " by the event \(event)"
    } else if action.origin == .log, let host = action.shared?.host {
      text += " by the host \(host)"
    } else if action.site == nil, action.origin != .native {
      text += " by \(action.origin == .effect ? "an effect" : "the \(action.origin.rawValue)")"
    }
    if let cause = action.cause { text += ", after #\(cause)" }
    if let age { text += ", \(ElapsedTime.since(action, seconds: age))" }
    return text
  }

  private func fields(of action: ActionRecord, beside columns: Int) -> String {
    guard let width else { return ValueFormatter().line(.map(action.fields)) }
    return ValueFormatter().line(ofFieldsOf: action, columns: max(width - columns, 20))
  }

  private func text(_ value: Value, beside columns: Int) -> String {
    width.map { ValueFormatter().line(value, columns: max($0 - columns, 20)) } ?? ValueFormatter().line(value)
  }

  private func absence(_ blame: Blame) -> String {
    if !blame.isWholeHistory { return "not written by any action that the history still has" }
    return blame.value == .none ? "no action has written it" : "initial state"
  }
}
