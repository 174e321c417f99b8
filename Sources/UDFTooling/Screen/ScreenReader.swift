import LuaRuntime

/// Makes a screen from the result of the prelude, which has validated it, and numbers the elements that can be tapped.
struct ScreenReader {
  private(set) var elements: [ScreenElement] = []
  private var number = 0
  /// The feature of the screen, whose events may be named without the feature. nil for a scene, which has its own
  /// events.
  private var owner: String?

  mutating func read(_ elements: Value, of owner: String?) {
    self.owner = owner
    for element in elements.items { self.elements.append(read(element)) }
  }

  private mutating func read(_ element: Value) -> ScreenElement {
    let text = element["text"].plainText
    switch element["kind"].text {
    case "title": return .title(text, subtitle: element["detail"] == .none ? nil : element["detail"].plainText)
    case "row": return .row(row(element))
    case "list": return .list(rows(element))
    case "table": return .table(columns(element["columns"]), rows(element))
    case "fields": return .fields(element["fields"].items.map(field))
    case "progress":
      return .progress(
        done: element["done"].double ?? 0, total: element["total"].double ?? 0, label: element["label"].plainText)
    case "empty": return .empty(text)
    case "error": return .error(text, target(element, label: "try again"))
    case "button": return target(element, label: text).map(ScreenElement.button) ?? .text(text, .plain)
    case "divider": return .divider
    default: return .text(text, ScreenStyle(rawValue: element["style"].text ?? "") ?? .plain)
    }
  }

  private mutating func rows(_ list: Value) -> ScreenRows {
    var rows: [ScreenRow] = []
    for item in list["rows"].items { rows.append(row(item)) }
    return ScreenRows(rows: rows, first: list["first"].integer ?? 1, count: list["count"].integer ?? rows.count)
  }

  private mutating func row(_ value: Value) -> ScreenRow {
    let cells = value["cells"].items.map(\.plainText)
    return ScreenRow(
      cells: cells, isSelected: value["selected"] == true, target: target(value, label: cells.first ?? ""))
  }

  private mutating func target(_ value: Value, label: String) -> ScreenTarget? {
    guard let event = value["event"].text else { return nil }
    number += 1
    return ScreenTarget(number: number, label: label, event: fullName(event), fields: value["fields"].fields)
  }

  private func columns(_ value: Value) -> [ScreenColumn] {
    value.items.map { ScreenColumn(title: $0["title"].plainText, isRightAligned: $0["align"] == "right") }
  }

  private func field(_ value: Value) -> ScreenField {
    let label = value["label"].plainText
    return ScreenField(
      label: label, value: value["value"].plainText, key: value["key"].text ?? ScreenField.key(of: label),
      isSecret: value["secret"] == true, event: value["event"].text.map(fullName), fields: value["fields"].fields)
  }

  private func fullName(_ event: String) -> String {
    if let owner, !event.contains(".") { "\(owner).\(event)" } else { event }
  }
}

extension Value {
  /// The text. Bytes that are not valid UTF-8 are replaced.
  fileprivate var plainText: String {
    if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { text ?? "" }
  }
}
