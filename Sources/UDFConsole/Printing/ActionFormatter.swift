import UDFHost

/// Writes a dispatched action and what it changed, as in
///
///     #1 cart/add {qty=2, sku="A1"}                                   0.02 ms
///        cart.total: 0 → 39.8
///     [sync] #2 stock/updated  stock.A1: 9 → 7
///     [event] #4 cart/clear ← cart.empty  cart.total: 35.8 → 0
///     [effect] #3 cart/priced  cart.total: 39.8 → 35.8  features/cart.lua:30 ← #1
struct ActionFormatter: Sendable {
  var palette = Palette.plain
  /// Columns of a line; nil writes values whole.
  var width: Int? = 80
  /// Changes shown of one action; nil shows all.
  var changeLimit: Int? = 20

  private var values: ValueFormatter { ValueFormatter() }
  /// Times stand below each other, near enough to read across.
  private var timeColumn: Int { min(width ?? 72, 72) - 1 }

  func lines(_ record: ActionRecord) -> [String] {
    record.origin == .prompt ? fromPrompt(record) : fromElsewhere(record)
  }

  /// One line for a list of past actions.
  func summary(_ record: ActionRecord) -> String {
    var remarks = [record.changes.count.of("change")]
    if record.status != .committed { remarks = [record.status.rawValue] }
    if record.origin != .prompt { remarks.append(record.origin.rawValue + arrow(from: record.event)) }
    if record.undone { remarks.append("undone") }
    let line = summary(record, remarks.joined(separator: ", "))
    return record.undone ? palette.dim(line) : line
  }

  /// A line for each of what was taken back or done again; of very many the first ones and the last, with a count of the others.
  func summaries(_ records: [ActionRecord], mark: String, limit: Int = 20) -> [String] {
    let lines = { (records: ArraySlice<ActionRecord>) in records.map { mark + summary($0) } }
    guard records.count > limit else { return lines(records[...]) }
    let count = palette.dim("… \(records.count - limit + 1) more")
    return lines(records.prefix(limit - 2)) + [count] + lines(records.suffix(1))
  }

  /// One line with a remark at its end.
  func summary(_ record: ActionRecord, _ remark: String) -> String {
    aligned(head(record, beside: remark), remark)
  }

  private func fromPrompt(_ record: ActionRecord) -> [String] {
    // What became of a refused action is told by its error.
    guard record.status == .committed else { return [] }
    let title = aligned(head(record), ElapsedTime.text(seconds: record.duration))
    return [title] + changeLines(record.changes)
  }

  private func fromElsewhere(_ record: ActionRecord) -> [String] {
    let (origin, event) = (palette.dim("[\(record.origin.rawValue)]"), arrow(from: record.event))
    var title = "\(origin) \(head(record))\(palette.dim(event))"
    if !Palette.fits(title, in: width) { title = "\(origin) \(head(record, beside: event))\(palette.dim(event))" }
    guard record.status == .committed else { return ["\(title)  \(palette.red(record.status.rawValue))"] }
    let changes = told(record)
    if changes.isEmpty { return [sited(title, record)] }
    // A batch that comes in the background is no reading matter.
    if let changeLimit, changes.count > changeLimit {
      return [sited("\(title)  \(changes.count.of("change"))", record)]
    }
    let lines = formatter.lines(changes, of: title, limit: changeLimit)
    return [sited(lines[0], record)] + lines.dropFirst()
  }

  /// ` ← cart.tap`, behind what a view event has become.
  private func arrow(from event: String?) -> String { event.map { " ← \($0)" } ?? "" }

  /// The line with the script line that sent the action, and the action whose effect that was, if there is room.
  private func sited(_ line: String, _ record: ActionRecord) -> String {
    guard record.origin == .effect, let site = record.site, !site.hasPrefix("prompt:") else { return line }
    let cause = record.cause.map { " ← #\($0)" } ?? ""
    let whole = "\(line)  \(palette.dim(site + cause))"
    return Palette.fits(whole, in: width) ? whole : line
  }

  /// What a person is told of what changed; where nothing is left out, all of it.
  private func told(_ record: ActionRecord) -> [Change] { width == nil ? record.changes : record.news }

  private func changeLines(_ changes: [Change]) -> [String] {
    changes.isEmpty ? [palette.dim("   no change")] : formatter.lines(changes, limit: changeLimit)
  }

  private var formatter: ChangeFormatter { ChangeFormatter(values: values, width: width) }

  func head(_ record: ActionRecord, beside remark: String = "") -> String {
    let name = "#\(record.n) \(record.type)"
    // The rows that an engine brings are told by what they change.
    if record.fields.isEmpty || record.origin == .sync && !told(record).isEmpty && width != nil { return name }
    let fields = Value.map(record.fields)
    guard let width else { return "\(name) \(values.line(fields))" }
    // Behind what an engine says of itself, mostly what is wrong, stands nothing else.
    if record.origin == .sync, remark.isEmpty {
      return "\(name) \(values.line(fields, columns: max(width - "[sync] ".columns - name.columns - 1, 20)))"
    }
    let room = timeColumn - name.columns - max(remark.columns + 3, 12)
    // In a list that is narrow the names of the actions are what one looks for.
    if !remark.isEmpty, room < 12 { return name }
    return "\(name) \(values.line(fields, columns: remark.isEmpty ? max(room, 20) : room))"
  }

  private func aligned(_ left: String, _ right: String) -> String {
    let gap = max(2, timeColumn - left.columns - right.columns)
    return left + String(repeating: " ", count: gap) + palette.dim(right)
  }
}
