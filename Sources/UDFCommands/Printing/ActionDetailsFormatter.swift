import UDFHost
import UDFTooling

/// Formats the details of one action:
///
///     #12 cart/add
///          qty=2
///          sku="A1"
///        effect, 3.2 s ago, in 0.02 ms, generation 1
///        sent from features/cart.lua:12
///        caused by #9 cart/load
///        cart.total: 0 → 39.8
///        7 effect of cart/add  since 3 s ← #12  waits for http.get
///        http.post was called
///        caused #13 cart/priced
///
/// Fields that are too long for one line follow completely.
package struct ActionDetailsFormatter: Sendable {
  var palette: Palette
  /// The width of a line in columns; nil writes each value on one line, and completely.
  var width: Int?

  package init(palette: Palette = .plain, width: Int? = 80) {
    (self.palette, self.width) = (palette, width)
  }

  package func text(_ details: ActionDetails) -> String {
    let record = details.record
    let actions = ActionFormatter(palette: palette, width: width)
    let facts = [
      record.origin.rawValue,
      details.age.map { ElapsedTime.since(record, seconds: $0) },
      record.duration > 0 ? "in \(ElapsedTime.text(seconds: record.duration))" : nil, "generation \(record.generation)",
      record.undone ? "undone" : nil,
    ]
    var lines = ["#\(record.n) \(palette.bold(record.type))"]
    var long: [String] = []
    for (key, value) in record.fields {
      let (label, whole) = (ValueItems.label(key), ValueFormatter().line(value))
      let text = width.map { ValueFormatter().line(value, columns: max(20, $0 - 5 - label.columns)) } ?? whole
      lines.append("     " + label + text)
      if let width, text != whole { long.append(ValueFormatter(width: width).whole(value, prefix: label, indent: 5)) }
    }
    lines.append("   " + palette.dim(facts.compactMap(\.self).joined(separator: ", ")))
    let sender = [record.event.map { "by the event \($0)" }, record.site.map { "from \($0)" }].compactMap(\.self)
    if !sender.isEmpty { lines.append("   sent \(sender.joined(separator: " "))") }
    if let shared = record.shared {
      let place = shared.position.map { "position \($0) in the log" } ?? "optimistic: not confirmed by the log"
      lines.append("   of \(shared.host), \(place)")
    }
    if let cause = record.cause {
      lines.append("   caused by " + (details.cause.map { actions.head($0, beside: "caused by") } ?? "#\(cause)"))
    }
    let changes = ChangeFormatter(palette: palette, width: width)
    lines += record.changes.isEmpty ? [palette.dim("   no change")] : changes.lines(record.changes, limit: nil)
    lines += details.effects.map { "   " + effect($0) }
    lines += Set(details.calls.map { "\($0.service).\($0.method)" }).sorted().map { name in
      let count = details.calls.count { "\($0.service).\($0.method)" == name }
      return "   \(name) was called" + (count > 1 ? " \(count.grouped) times" : "")
    }
    lines += details.caused.map { "   caused " + actions.head($0, beside: "caused") }
    if !long.isEmpty { lines.append(palette.dim("   complete fields:")) }
    return (lines + long).joined(separator: "\n")
  }

  private func effect(_ effect: ActionDetails.Effect) -> String {
    let time = effect.seconds.map { " after \(ElapsedTime.text(seconds: $0))" } ?? ""
    return switch effect.outcome {
    case .underWay(let info): EffectFormatter(palette: palette).line(info)
    case .ended: "\(effect.name) has ended\(time)"
    case .failed: "\(effect.name) has failed\(time)"
    case .cancelled: "\(effect.name) was cancelled\(time)"
    case .lost(.cancelled, let by): "\(effect.name) was cancelled by #\(by)"
    case .lost(.absorbed, let by): "\(effect.name) did not begin because of #\(by)"
    }
  }
}
