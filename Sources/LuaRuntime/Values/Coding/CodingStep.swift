/// One step from a container of plain data to what lies in it.
///
/// A coding key too, so that types which ask a coder for its path get one.
enum CodingStep: CodingKey, Sendable, Equatable {
  case field(String)
  /// Counted from 0, as Codable does; an error shows it counted from 1, as Lua does.
  case item(Int)

  init(_ key: some CodingKey) {
    self = key as? CodingStep ?? key.intValue.map(CodingStep.item) ?? .field(key.stringValue)
  }

  init?(stringValue: String) { self = .field(stringValue) }
  init?(intValue: Int) { self = .item(intValue) }

  var stringValue: String {
    switch self {
    case .field(let name): name
    case .item(let position): "\(position)"
    }
  }

  var intValue: Int? { if case .item(let position) = self { position } else { nil } }

  /// As one writes it in Lua behind what leads there: `.qty`, `[2]`, `["odd key"]`.
  var text: String {
    switch self {
    case .field(let name) where name.isName: ".\(name)"
    case .field(let name): "[\"\(name)\"]"
    case .item(let position): "[\(position + 1)]"
    }
  }
}
