import LuaRuntime
import UDFHost

/// Formats plain data as Lua source: `{qty=2, sku="A1"}`. Integers differ from floats, and maps are in the order of
/// their keys.
///
/// An empty list and an empty map are both `{}`, as in Lua source. Only the JSON form distinguishes them.
package struct ValueFormatter: Sendable {
  /// The maximum width of a wrapped value in columns.
  var width: Int
  /// The number of lines after which a wrapped value is shortened.
  var lineLimit: Int
  /// The maximum width of a value on one line; nil: no limit.
  var columns: Int?

  package init(width: Int = 80, lineLimit: Int = 60, columns: Int? = nil) {
    (self.width, self.lineLimit, self.columns) = (width, lineLimit, columns)
  }

  /// Shortens values in lines of unlimited width to a readable length.
  package static let bounded = ValueFormatter(columns: 120)

  /// Returns the value on one line. It is complete unless ``columns`` limits it.
  package func line(_ value: Value) -> String {
    if let columns { return line(value, columns: columns) }
    var writer = ValueLine(room: .max)
    _ = writer.write(value)
    return writer.text
  }

  /// Returns the value on one line of about `columns` columns at most, with the number of items that were left out.
  package func line(_ value: Value, columns: Int) -> String { line(value, columns: columns, last: []) }

  /// - Parameter last: keys of a map that are left out first.
  private func line(_ value: Value, columns: Int, last: Set<String>) -> String {
    ValueLine.fitting(value, columns: columns) ?? shortened(value, columns: columns, last: last)
  }

  /// Returns two values on one line of about `columns` columns at most. If keys of a map are left out, these are the ones with equal
  /// values first. A long value gets the space that the other does not need, and at least half of the line.
  func line(from old: Value, to new: Value, columns: Int?) -> String {
    guard let columns else { return "\(line(old)) → \(line(new))" }
    let room = columns - 3
    let half = max(room / 2, 20)
    let same = ValueItems.sameKeys(old, new)
    let least = line(new, columns: half, last: same)
    let before = line(old, columns: max(room - least.columns, half), last: same)
    return "\(before) → \(line(new, columns: max(room - before.columns, half), last: same))"
  }

  /// Returns the fields of an action on one line of about `columns` columns at most. If some are left out, these are
  /// the stamped ones first, because the sender did not give them.
  func line(ofFieldsOf action: ActionRecord, columns: Int) -> String {
    let items = ValueItems(action.fields, last: action.stamped)
    return ValueLine.fitting(items, columns: columns) ?? shortened(items, columns: columns)
  }

  /// Returns the value on one line if it fits; otherwise one item a line, shortened to about `lineLimit` lines.
  package func block(_ value: Value) -> String {
    // The terminal wraps a text that was asked for.
    if case .string = value, line(value).columns <= width * lineLimit { return line(value) }
    var lines: [String] = []
    wrap(value, prefix: "", suffix: "", indent: 0, limit: lineLimit, into: &lines)
    return lines.joined(separator: "\n")
  }

  /// Returns the complete value: on one line if it fits, otherwise one item a line.
  package func whole(_ value: Value, prefix: String = "", suffix: String = "", indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    let room = width - indent - prefix.columns - suffix.columns
    guard let items = ValueItems(of: value), ValueLine.fitting(value, columns: room) == nil else {
      return margin + prefix + line(value) + suffix
    }
    let lines = (0..<items.count).map { position in
      let (label, item) = items[position]
      return whole(item, prefix: label, suffix: ",", indent: indent + 2)
    }
    return ([margin + prefix + "{"] + lines + [margin + "}" + suffix]).joined(separator: "\n")
  }

  private func wrap(
    _ value: Value, prefix: String, suffix: String, indent: Int, limit: Int, into lines: inout [String]
  ) {
    let margin = String(repeating: " ", count: indent)
    let room = width - indent - prefix.columns - suffix.columns
    // Several lines are only useful with space for both brackets, an item, and the number of the others.
    guard let items = ValueItems(of: value), limit >= 4, ValueLine.fitting(value, columns: room) == nil else {
      lines.append(margin + prefix + line(value, columns: max(room, 24)) + suffix)
      return
    }
    lines.append(margin + prefix + "{")
    let end = lines.count + limit - 2
    let reserved = needs(of: items, within: limit - 2, indent: indent + 2)
    for position in 0..<items.count {
      let left = items.count - position
      guard end - lines.count > (left > 1 ? 1 : 0) else {
        lines.append("\(margin)  … \(left) more")
        break
      }
      let later = reserved.dropFirst(position + 1).reduce(0, +)
      let (label, item) = items[position]
      wrap(
        item, prefix: label, suffix: ",", indent: indent + 2, limit: end - lines.count - later, into: &lines)
    }
    lines.append(margin + "}" + suffix)
  }

  /// Returns how many lines each item would use of an equal share, so that a large item does not hide the items after
  /// it.
  private func needs(of items: ValueItems, within limit: Int, indent: Int) -> [Int] {
    guard items.count <= limit else { return Array(repeating: 1, count: limit) }
    return (0..<items.count).map { position in
      var lines: [String] = []
      let (label, item) = items[position]
      wrap(item, prefix: label, suffix: ",", indent: indent, limit: limit / items.count, into: &lines)
      return lines.count
    }
  }

  private func shortened(_ value: Value, columns: Int, last: Set<String>) -> String {
    switch value {
    case .string(let text):
      return Self.beginning(of: text, columns: columns, end: "… (\(text.utf8.count) bytes)")
    case .bytes where value.isSecret: return "secret"
    case .bytes(let bytes):
      // With the whole of a token that begins in the shown part.
      let kept = Secret.shown(Array(bytes.prefix(columns / 4 + 32))).prefix(max(1, columns / 4 - 4))
      return "\(LuaText.quoted(Array(kept)))… (\(bytes.count) bytes)"
    default:
      return ValueItems(of: value, last: last).map { shortened($0, columns: columns) } ?? line(value)
    }
  }

  private func shortened(_ items: ValueItems, columns: Int) -> String {
    if items.isLabelled { return ValueShares(items, columns: columns).line ?? "{… \(items.count.of("item"))}" }
    var text = "{"
    var position = 0
    while position < items.count {
      let item = items[position].value
      let left = items.count - position
      let rest = left == 1 ? "}" : ", … \(left) more}"
      let separator = position == 0 ? "" : ", "
      let room = columns - text.columns - separator.columns - rest.columns
      let shown = ValueLine.fitting(item, columns: room) ?? Self.beginning(of: item, columns: room)
      guard let shown, shown.columns <= room else { break }
      text += separator + shown
      position += 1
    }
    let left = items.count - position
    if left == 0 { return text + "}" }
    return position > 0 ? "\(text), … \(left) more}" : "{… \(left.of("item"))}"
  }

  /// The smallest number of columns for the beginning of a text.
  static let leastText = 12

  /// Returns a readable beginning of a text, or `{…}` for a table; nil if there is no space.
  static func beginning(of item: Value, columns: Int) -> String? {
    guard case .string(let text) = item else { return ValueItems(of: item) == nil ? nil : "{…}" }
    return columns >= leastText ? beginning(of: text, columns: columns, end: "…") : nil
  }

  private static func beginning(of text: String, columns: Int, end: String) -> String {
    var kept = max(2, columns - 2 - end.columns)
    while true {
      let shown = LuaText.quoted(text.prefix(columns: kept)) + end
      // Quotes and control characters are longer than in the text.
      if shown.columns <= columns || kept <= 1 { return shown }
      kept -= max(1, (shown.columns - columns) / 4)
    }
  }
}
