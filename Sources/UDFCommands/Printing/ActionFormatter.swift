import UDFHost

/// Formats an action and its changes, as in
///
///     #1 cart/add {qty=2, sku="A1"}                                   0.02 ms
///        cart.total: 0 → 39.8
///     [sync] #2 stock/updated  stock.A1: 9 → 7
///     [event] #4 cart/clear ← cart.empty  cart.total: 35.8 → 0
///     [effect] #3 cart/priced  cart.total: 39.8 → 35.8  features/cart.lua:30 ← #1
///     [log till-2] #5 board/add  board.cards[1]: + {title="milk"}
///     [log till-2] #6 board/add {title="milk"}  rejected: the board is full
///     #7 board/add {title="bread"}                        optimistic, 0.02 ms
package struct ActionFormatter: Sendable {
  var palette: Palette
  /// The width of a line in columns; nil writes values completely.
  var width: Int?
  /// The maximum number of changes that are shown for one action; nil shows all.
  var changeLimit: Int?
  var values: ValueFormatter

  package init(
    palette: Palette = .plain, width: Int? = 80, changeLimit: Int? = 20, values: ValueFormatter = ValueFormatter()
  ) {
    (self.palette, self.width, self.changeLimit, self.values) = (palette, width, changeLimit, values)
  }

  /// The column in which durations and remarks end. Longer fields move them to the right, up to the edge of the window.
  private var timeColumn: Int { min(width ?? 72, 72) - 1 }
  /// Whether the fields of an action matter more than its duration, because both may not fit.
  private var isNarrow: Bool { width.map { $0 < 72 } ?? false }

  package func lines(_ record: ActionRecord) -> [String] {
    record.origin == .prompt ? fromPrompt(record) : fromElsewhere(record)
  }

  /// Returns one line for a list of past actions.
  package func summary(_ record: ActionRecord) -> String {
    let name = name(of: record)
    let choices = remarks(record).map { $0.joined(separator: ", ") }
    let remark = choices.first { Palette.fits("\(name)  \($0)", in: width) } ?? choices.last ?? ""
    let line = summary(record, remark)
    return record.undone ? palette.dim(line) : line
  }

  /// The remarks of a past action: all of them first, then fewer, for narrow windows.
  private func remarks(_ record: ActionRecord) -> [[String]] {
    let status = record.status == .committed ? nil : record.status.rawValue
    let count = status ?? record.changes.count.of("change")
    let place = record.shared.map { "\($0.host) \($0.position.map { "log:\($0)" } ?? "optimistic")" }
    let isElsewhere = record.origin != .prompt && (record.origin != .log || record.shared == nil)
    let origin = isElsewhere ? record.origin.rawValue : nil
    let undone = record.undone ? "undone" : nil
    let all = [count, place, origin.map { $0 + arrow(from: record.event) }, undone]
    return [all, [count, place, origin, undone], [place ?? origin, undone ?? status], [undone ?? count]]
      .map { $0.compactMap { $0 } }.filter { !$0.isEmpty }
  }

  /// Returns one line for each undone or restored action. A long list has only its first lines and the last one, with
  /// the number of the others.
  func summaries(_ records: [ActionRecord], limit: Int = 20, mark: (ActionRecord) -> String) -> [String] {
    func lines(_ records: ArraySlice<ActionRecord>) -> [String] {
      records.map { record in
        var formatter = self
        formatter.width = width.map { $0 - mark(record).columns }
        return mark(record) + formatter.summary(record)
      }
    }
    guard records.count > limit else { return lines(records[...]) }
    let count = palette.dim("… \(records.count - limit + 1) more")
    return lines(records.prefix(limit - 2)) + [count] + lines(records.suffix(1))
  }

  /// Returns one line with a remark at its end.
  package func summary(_ record: ActionRecord, _ remark: String) -> String {
    aligned(head(record, beside: remark), remark)
  }

  private func fromPrompt(_ record: ActionRecord) -> [String] {
    // The error of a refused action is reported separately.
    guard record.status == .committed else { return [] }
    let time = ElapsedTime.text(seconds: record.duration)
    let isOptimistic = record.shared.map { $0.position == nil } ?? false
    let remarks = isOptimistic ? ["optimistic, \(time)", "optimistic"] : [time, ""]
    guard isNarrow else { return [summary(record, remarks[0])] + changeLines(record.changes) }
    let title = head(record, beside: remarks[1])
    let remark = remarks.first { Palette.fits("\(title)  \($0)", in: width) } ?? ""
    return [remark.isEmpty ? title : aligned(title, remark)] + changeLines(record.changes)
  }

  private func fromElsewhere(_ record: ActionRecord) -> [String] {
    let tag = record.origin == .log ? tag(ofHostOf: record) : "[\(record.origin.rawValue)]"
    let (origin, event) = (palette.dim(tag), arrow(from: record.event))
    let status = record.status == .committed ? "" : "  \(record.status.rawValue)"
    var title = "\(origin) \(head(record))\(palette.dim(event))"
    if !Palette.fits(title + status, in: width) {
      title = "\(origin) \(head(record, beside: event + status, behind: tag))\(palette.dim(event))"
    }
    if !status.isEmpty { return refused(title + palette.red(status), record) }
    let changes = shownChanges(record)
    if changes.isEmpty { return [sited(title, record)] }
    // For many changes in the background only their number is shown.
    if let changeLimit, changes.count > changeLimit {
      return [sited("\(title)  \(changes.count.of("change"))", record)]
    }
    let lines = formatter.lines(changes, of: title, limit: changeLimit)
    return [sited(lines[0], record)] + lines.dropFirst()
  }

  /// The tag of an action of the shared log, `[log till-2]`.
  func tag(ofHostOf record: ActionRecord) -> String { "[log\(record.shared.map { " \($0.host)" } ?? "")]" }

  /// Appends the reason of a refusal that is perhaps not reported as an error: by another host, or in an effect, which may catch it.
  private func refused(_ title: String, _ record: ActionRecord) -> [String] {
    guard [.log, .effect].contains(record.origin), let reason = record.refusal?.prefix(while: { $0 != "\n" })
    else { return [title] }
    let line = "\(title): \(reason)"
    return Palette.fits(line, in: width) ? [line] : [title, "   \(reason)"]
  }

  /// ` ← cart.tap`, after an action that comes from a view event.
  private func arrow(from event: String?) -> String { event.map { " ← \($0)" } ?? "" }

  /// Appends the script line that sent the action, and the action whose effect sent it, if they fit.
  private func sited(_ line: String, _ record: ActionRecord) -> String {
    guard record.origin == .effect, let site = record.site, !site.hasPrefix("prompt:") else { return line }
    let cause = record.cause.map { " ← #\($0)" } ?? ""
    let whole = "\(line)  \(palette.dim(site + cause))"
    return Palette.fits(whole, in: width) ? whole : line
  }

  /// The changes that are shown to a person: all without a width, otherwise without the engine's own status.
  private func shownChanges(_ record: ActionRecord) -> [Change] { width == nil ? record.changes : record.news }

  private func changeLines(_ changes: [Change]) -> [String] {
    changes.isEmpty ? [palette.dim("   no change")] : formatter.lines(changes, limit: changeLimit)
  }

  private var formatter: ChangeFormatter { ChangeFormatter(palette: palette, values: values, width: width) }

  package func head(_ record: ActionRecord, beside remark: String = "", behind tag: String = "") -> String {
    let name = name(of: record)
    // Rows from an engine are shown as changes, not as fields.
    if record.fields.isEmpty || record.origin == .sync && !shownChanges(record).isEmpty && width != nil { return name }
    guard let width else { return "\(name) \(values.line(.map(record.fields)))" }
    // No other text follows an engine's own status, which is usually a problem.
    if record.origin == .sync, remark.isEmpty {
      return
        "\(name) \(values.line(ofFieldsOf: record, columns: max(width - "[sync] ".columns - name.columns - 1, 20)))"
    }
    // A tag stands before the name. A line with a tag has no duration, nor has a narrow line in which the fields need the room.
    let gap = !tag.isEmpty || remark.isEmpty ? 1 : 3
    let rest = max(remark.columns + gap, tag.isEmpty && !isNarrow ? 12 : 1)
    let room = width - 1 - tag.columns - name.columns - rest
    // In a narrow list the names of the actions matter most.
    if !remark.isEmpty, room < 12 { return name }
    return "\(name) \(values.line(ofFieldsOf: record, columns: remark.isEmpty ? max(room, 20) : room))"
  }

  private func name(of record: ActionRecord) -> String { "#\(record.n) \(record.type)" }

  private func aligned(_ left: String, _ right: String) -> String {
    let gap = max(2, timeColumn - left.columns - right.columns)
    return left + String(repeating: " ", count: gap) + palette.dim(right)
  }
}
