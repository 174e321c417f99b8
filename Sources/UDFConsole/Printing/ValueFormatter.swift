import UDFHost

/// Writes plain data as Lua would read it: `{qty=2, sku="A1"}`, integers and floats apart, maps in the
/// order of their keys.
///
/// An empty list and an empty map are both `{}`, as in Lua source; the JSON form tells them apart.
struct ValueFormatter: Sendable {
  /// Columns that a wrapped value may take.
  var width = 80
  /// Lines after which a wrapped value is cut short.
  var lineLimit = 60

  /// The whole value on one line.
  func line(_ value: Value) -> String {
    var writer = ValueLine(room: .max)
    _ = writer.write(value)
    return writer.text
  }

  /// The value on one line of at most about `columns`, with a count of what was left out.
  func line(_ value: Value, columns: Int) -> String {
    ValueLine.fitting(value, columns: columns) ?? shortened(value, columns: columns)
  }

  /// The value on one line if it fits, else one item a line and cut short to about `lineLimit` lines.
  func block(_ value: Value) -> String {
    var lines: [String] = []
    wrap(value, prefix: "", suffix: "", indent: 0, limit: lineLimit, into: &lines)
    return lines.joined(separator: "\n")
  }

  private func wrap(
    _ value: Value, prefix: String, suffix: String, indent: Int, limit: Int, into lines: inout [String]
  ) {
    let margin = String(repeating: " ", count: indent)
    let room = width - indent - prefix.columns - suffix.columns
    // A bracket on each side, an item and a count of the others are the least that says more than one line.
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

  /// The lines that each item would fill of an even share, so that a big item does not hide those after it.
  private func needs(of items: ValueItems, within limit: Int, indent: Int) -> [Int] {
    guard items.count <= limit else { return Array(repeating: 1, count: limit) }
    return (0..<items.count).map { position in
      var lines: [String] = []
      let (label, item) = items[position]
      wrap(item, prefix: label, suffix: ",", indent: indent, limit: limit / items.count, into: &lines)
      return lines.count
    }
  }

  private func shortened(_ value: Value, columns: Int) -> String {
    switch value {
    case .string(let text):
      let kept = text.prefix(columns: max(2, columns - 16))
      return "\(LuaText.quoted(kept))… (\(text.utf8.count) bytes)"
    case .bytes(let bytes):
      let kept = bytes.prefix(max(1, columns / 4 - 4))
      return "\(LuaText.quoted(Array(kept)))… (\(bytes.count) bytes)"
    default:
      return ValueItems(of: value).map { shortened($0, columns: columns) } ?? line(value)
    }
  }

  private func shortened(_ items: ValueItems, columns: Int) -> String {
    var text = "{"
    var position = 0
    while position < items.count {
      let (label, item) = items[position]
      let left = items.count - position
      let rest = left == 1 ? "}" : ", … \(left) more}"
      let separator = position == 0 ? "" : ", "
      let room = columns - text.columns - separator.columns - label.columns - rest.columns
      let shown = ValueLine.fitting(item, columns: room) ?? beginning(of: item, columns: room)
      guard let shown, shown.columns <= room else { break }
      text += separator + label + shown
      position += 1
    }
    let left = items.count - position
    if left == 0 { return text + "}" }
    return position == 0 ? "{… \(left.of("item"))}" : "\(text), … \(left) more}"
  }

  /// Of a text as much as says something, of what has items that it has some; nil if there is no room for it.
  private func beginning(of item: Value, columns: Int) -> String? {
    guard case .string(let text) = item else { return ValueItems(of: item) == nil ? nil : "{…}" }
    return columns < 16 ? nil : LuaText.quoted(text.prefix(columns: columns - 3)) + "…"
  }
}
