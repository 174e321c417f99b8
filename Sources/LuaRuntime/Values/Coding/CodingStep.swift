/// One step from a container of plain data to a value in it.
///
/// It is also a coding key, for types that read a coder's path.
enum CodingStep: CodingKey, Sendable, Equatable {
  case field(String)
  /// Counted from 0, as in Codable. Errors show it counted from 1, as in Lua.
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

  /// The step in Lua's syntax: `.qty`, `[2]`, `["odd key"]`.
  var text: String {
    switch self {
    case .field(let name) where name.isName: ".\(name)"
    case .field(let name): "[\"\(name)\"]"
    case .item(let position): "[\(position + 1)]"
    }
  }
}
