import UDF

/// A list of rows that each have a list of rows.
public struct Nested: Equatable, Identifiable {
  public let id: Int
  public var name = ""
  public var rows: [Nested] = []

  public nonisolated init(id: Int, name: String = "", rows: [Nested] = []) {
    (self.id, self.name, self.rows) = (id, name, rows)
  }
}

public indirect enum NestedAction: Equatable, Sendable {
  case add(id: Int)
  case remove(id: Int)
  case rename(String)
  case row(Int, NestedAction)

  static let row = Prism(NestedAction.row) { if case .row(let id, let it) = $0 { (id, it) } else { nil } }
}

public let nested = Reducer<Nested, NestedAction>.recursive { nested in
  .combined(
    Reducer { state, action in
      switch action {
      case .add(let id): state.rows.append(Nested(id: id))
      case .remove(let id): state.rows.removeAll { $0.id == id }
      case .rename(let name): state.name = name
      case .row: break
      }
      return .none
    }, nested.forEach(\.rows, id: { $0.id }, action: NestedAction.row))
}
