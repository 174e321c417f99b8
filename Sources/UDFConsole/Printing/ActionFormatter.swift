import UDFHost

/// Writes a dispatched action and what it changed, as in
///
///     #1 cart/add {qty=2, sku="A1"}                                   0.02 ms
///        cart.total: 0 → 39.8
///     [sync] #2 stock/updated  stock.A1: 9 → 7
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
    var remarks = [changeCount(record)]
    if record.status != .committed { remarks = [record.status.rawValue] }
    if record.origin != .prompt { remarks.append(record.origin.rawValue) }
    if record.undone { remarks.append("undone") }
    let line = aligned(head(record), remarks.joined(separator: ", "))
    return record.undone ? palette.dim(line) : line
  }

  private func fromPrompt(_ record: ActionRecord) -> [String] {
    // What became of a refused action is told by its error.
    guard record.status == .committed else { return [] }
    let title = aligned(head(record), ElapsedTime.text(seconds: record.duration))
    return [title] + changeLines(record)
  }

  private func fromElsewhere(_ record: ActionRecord) -> [String] {
    let title = palette.dim("[\(record.origin.rawValue)]") + " " + head(record)
    guard record.status == .committed else { return ["\(title)  \(palette.red(record.status.rawValue))"] }
    let prefix = record.origin.rawValue.count + 3 + head(record).count + 2
    if record.changes.isEmpty { return [title] }
    // A batch that comes in the background is no reading matter.
    if let changeLimit, record.changes.count > changeLimit { return ["\(title)  \(changeCount(record))"] }
    if record.changes.count == 1 {
      let change = formatter(indent: 0).line(record.changes[0])
      if width.map({ prefix + change.count <= $0 }) ?? true { return ["\(title)  \(change)"] }
    }
    return [title] + changeLines(record)
  }

  private func changeLines(_ record: ActionRecord) -> [String] {
    if record.changes.isEmpty { return [palette.dim("   no change")] }
    let shown = record.changes.prefix(changeLimit ?? .max)
    var lines = shown.map { "   " + formatter(indent: 3).line($0) }
    if record.changes.count > shown.count { lines.append("   … \(record.changes.count - shown.count) more") }
    return lines
  }

  private func changeCount(_ record: ActionRecord) -> String {
    record.changes.count == 1 ? "1 change" : "\(record.changes.count) changes"
  }

  private func formatter(indent: Int) -> ChangeFormatter {
    ChangeFormatter(values: values, width: width.map { $0 - indent })
  }

  private func head(_ record: ActionRecord) -> String {
    let name = "#\(record.n) \(record.type)"
    guard !record.fields.isEmpty else { return name }
    let fields = Value.map(record.fields)
    guard width != nil else { return "\(name) \(values.line(fields))" }
    return "\(name) \(values.line(fields, columns: max(timeColumn - name.count - 12, 20)))"
  }

  private func aligned(_ left: String, _ right: String) -> String {
    let gap = max(2, timeColumn - left.count - right.count)
    return left + String(repeating: " ", count: gap) + palette.dim(right)
  }
}
