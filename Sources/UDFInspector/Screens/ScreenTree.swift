import UDFHost
import UDFServices
import UDFTooling

/// Writes a screen as JSON.
struct ScreenTree {
  /// The members of the object, without its braces.
  let text: String

  init(_ name: String, _ elements: [ScreenElement], canGoBack: Bool) {
    let elements = elements.map(ScreenTree.element)
    var writer = JSONWriter()
    let tree: Record = ["name": .string(name), "back": .boolean(canGoBack), "elements": .list(elements)]
    // The tree has texts and finite numbers only, so writing it does not fail.
    try? writer.write(.map(tree), at: "screen")
    text = String(writer.text.dropFirst().dropLast())
  }

  private static func element(_ element: ScreenElement) -> Value {
    switch element {
    case .title(let text, let subtitle):
      object("title", ["text": .string(text), "subtitle": subtitle.map(Value.string) ?? .none])
    case .text(let text, let style): object("text", ["text": .string(text), "style": .string(style.rawValue)])
    case .row(let row): object("row", self.row(row))
    case .list(let rows): object("list", self.rows(rows))
    case .table(let columns, let rows):
      object(
        "table",
        self.rows(rows).with(
          "columns", .list(columns.map { ["title": .string($0.title), "right": .boolean($0.isRightAligned)] })))
    case .fields(let fields): object("fields", ["fields": .list(fields.map { .map(field($0)) })])
    case .progress(let done, let total, let label):
      object("progress", ["done": number(done), "total": number(total), "label": .string(label)])
    case .empty(let text): object("empty", ["text": .string(text)])
    case .error(let text, let target): object("error", pressed(target, ["text": .string(text)]))
    case .button(let target): object("button", pressed(target, ["text": .string(target.label)]))
    case .divider: object("divider", [:])
    }
  }

  private static func object(_ kind: String, _ members: Record) -> Value {
    .map(Record([("kind", .string(kind))] + members.filter { $0.value != .none }.map { ($0.key, $0.value) }))
  }

  private static func row(_ row: ScreenRow) -> Record {
    pressed(row.target, ["cells": .list(row.cells.map(Value.string)), "selected": .boolean(row.isSelected)])
  }

  private static func rows(_ rows: ScreenRows) -> Record {
    [
      "first": .integer(Int64(rows.first)), "count": .integer(Int64(rows.count)),
      "rows": .list(rows.rows.map { .map(Record(row($0).filter { $0.value != .none }.map { ($0.key, $0.value) })) }),
    ]
  }

  /// The value of a secret field stays in the host.
  private static func field(_ field: ScreenField) -> Record {
    var members: Record = [
      "label": .string(field.label), "key": .string(field.key), "secret": .boolean(field.isSecret),
      "value": .string(field.isSecret ? "" : field.value),
    ]
    if field.event != nil { members["path"] = .string(field.path) }
    return members
  }

  /// Adds how a page presses the element, and by which key it finds the same element on the next screen.
  private static func pressed(_ target: ScreenTarget?, _ members: Record) -> Record {
    guard let target else { return members }
    return members.with("path", .string(target.path)).with("key", .string(target.key))
  }

  private static func number(_ value: Double) -> Value { .number(value.isFinite ? value : 0) }
}

extension ScreenTarget {
  /// By which a page names the element.
  var path: String { "target \(number)" }

  /// Equal for elements that raise the same event with the same fields. It does not reveal the fields.
  fileprivate var key: String {
    var writer = JSONWriter()
    // Fields that JSON cannot express do not distinguish elements.
    try? writer.write(.map(fields), at: "fields")
    return String("\(event) \(writer.text)".hashValue, radix: 36)
  }
}

extension ScreenField {
  /// By which a page names the element.
  var path: String { "field \(key)" }
}

extension Record {
  fileprivate func with(_ key: String, _ value: Value) -> Record {
    var record = self
    record[key] = value
    return record
  }
}
