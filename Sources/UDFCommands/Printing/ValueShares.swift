import UDFHost

/// Formats a map on one line with as many of its fields as possible. Long texts share the room, so that a long identifier does not
/// hide the other fields: `{at=17.5, id="3493d296-8b8b-4"…, title="bread"}`. If some are left out, these are the longest:
/// `{qty=2, title="bread", … 2 more}`.
struct ValueShares {
  private struct Field {
    var label: String
    var value: Value
    /// Whether other fields matter more.
    var isLast: Bool
    /// The columns of the complete value, at most those of the line; and the fewest that it can be shown in.
    var whole: Int
    var least: Int
    /// The columns with the label and a separator.
    var cost: Int { label.columns + least + 2 }
  }

  private let columns: Int
  private let count: Int
  private var fields: [Field] = []

  /// The maximum number of fields that are considered.
  private static let limit = 24

  init(_ items: ValueItems, columns: Int) {
    (self.columns, count) = (columns, items.count)
    for position in 0..<min(count, Self.limit) {
      let (label, value) = items[position]
      let whole = ValueLine.fitting(value, columns: columns)?.columns ?? columns
      let least = ValueFormatter.beginning(of: value, columns: ValueFormatter.leastText)?.columns ?? whole
      fields.append(
        Field(label: label, value: value, isLast: items.isLast(position), whole: whole, least: min(least, whole)))
    }
  }

  /// nil if no field fits.
  var line: String? {
    let (shown, room) = chosen
    if shown.isEmpty { return nil }
    let texts = zip(shown, shares(of: shown, of: room)).map { index, share in
      fields[index].label + text(fields[index].value, share)
    }
    return "{" + texts.joined(separator: ", ") + rest(shown.count)
  }

  private func rest(_ number: Int) -> String { number == count ? "}" : ", … \(count - number) more}" }

  /// The fields that are shown, in their order, and the columns that they do not need at least.
  private var chosen: (fields: [Int], room: Int) {
    let all = columns - fields.reduce(0) { $0 + $1.cost }
    if fields.count == count, all >= 0 { return (Array(fields.indices), all) }
    var shown: [Int] = []
    // The first separator is the bracket, with one column less.
    var room = columns + 1 - rest(0).columns
    let sizes = fields.indices.map { (fields[$0].isLast ? 1 : 0, fields[$0].cost, $0) }
    for (_, cost, index) in sizes.sorted(by: <) where cost <= room {
      shown.append(index)
      room -= cost
    }
    return (shown.sorted(), room)
  }

  /// Returns the columns of each of these fields. What a field does not need is left to the others.
  private func shares(of shown: [Int], of room: Int) -> [Int] {
    var shares = shown.map { fields[$0].least }
    var extra = room
    let needs = shown.map { fields[$0].whole - fields[$0].least }
    for (position, index) in shown.indices.sorted(by: { needs[$0] < needs[$1] }).enumerated() {
      let share = min(needs[index], extra / (shown.count - position))
      shares[index] += share
      extra -= share
    }
    return shares
  }

  private func text(_ value: Value, _ columns: Int) -> String {
    let room = max(columns, ValueFormatter.leastText)
    return ValueLine.fitting(value, columns: columns) ?? ValueFormatter.beginning(of: value, columns: room) ?? ""
  }
}
