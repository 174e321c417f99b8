import UDFHost

/// Formats the fields of a map on one line in which long texts share the room, so that a long identifier does not hide the fields
/// after it: `{at=17.5, id="3493d296-8b8b-4"…, title="bread"}`.
struct ValueShares {
  private struct Field {
    var label: String
    var value: Value
    /// The columns of the complete value, at most those of the line; and the fewest that it can be shown in.
    var whole: Int
    var least: Int
    var need: Int { whole - least }
  }

  private let columns: Int
  private let count: Int
  private var fields: [Field] = []

  /// The maximum number of fields that share a line.
  private static let limit = 12

  init(_ items: ValueItems, columns: Int) {
    (self.columns, count) = (columns, items.count)
    for position in 0..<min(count, Self.limit) {
      let (label, value) = items[position]
      // The items of a list have no labels, and are alike.
      if label.isEmpty { break }
      let whole = ValueLine.fitting(value, columns: columns)?.columns ?? columns
      let least = ValueFormatter.beginning(of: value, columns: ValueFormatter.leastText)?.columns ?? whole
      fields.append(Field(label: label, value: value, whole: whole, least: min(least, whole)))
    }
  }

  /// Returns a line with as many fields as possible; nil if that are not more than `fewest`.
  func line(moreThan fewest: Int) -> String? {
    for number in stride(from: fields.count, to: fewest, by: -1) {
      let rest = number == count ? "}" : ", … \(count - number) more}"
      let separators = 1 + 2 * (number - 1)
      let labels = fields.prefix(number).reduce(0) { $0 + $1.label.columns }
      let room = columns - separators - rest.columns - labels
      if let shares = shares(of: number, in: room) {
        let texts = zip(fields, shares).map { field, share in field.label + text(field.value, share) }
        return "{" + texts.joined(separator: ", ") + rest
      }
    }
    return nil
  }

  /// Returns the columns of each of the first fields; nil if there are too few for all of them. What a field does not need is left to
  /// the others.
  private func shares(of number: Int, in room: Int) -> [Int]? {
    var shares = fields.prefix(number).map(\.least)
    var extra = room - shares.reduce(0, +)
    guard extra >= 0 else { return nil }
    let needy = fields.indices.prefix(number).sorted { fields[$0].need < fields[$1].need }
    for (position, index) in needy.enumerated() {
      let share = min(fields[index].need, extra / (number - position))
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
