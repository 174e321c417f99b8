/// The visible and interactive elements of a screen as plain data. The front end decides how to show them.
///
///     let screen = try host.screen(rows: 1..<21)
///     for target in screen.targets { print(target.number, target.label) }
///     try host.tap(1, on: screen)
public struct Screen: Sendable, Equatable {
  /// The name of the scene, or of the features.
  public let name: String
  /// The id of the screen on the path; nil for an app without a flow.
  public let id: Int?
  public let elements: [ScreenElement]

  /// The elements that can be tapped, in the order of their numbers.
  public var targets: [ScreenTarget] {
    elements.flatMap { element -> [ScreenTarget] in
      switch element {
      case .row(let row): row.target.map { [$0] } ?? []
      case .list(let rows), .table(_, let rows): rows.rows.compactMap(\.target)
      case .error(_, let target?), .button(let target): [target]
      default: []
      }
    }
  }

  /// The fields of the screen.
  public var fields: [ScreenField] {
    elements.flatMap { element -> [ScreenField] in
      if case .fields(let fields) = element { fields.filter { $0.event != nil } } else { [] }
    }
  }

  /// The lists and tables.
  public var lists: [ScreenRows] {
    elements.compactMap { element in
      switch element {
      case .list(let rows), .table(_, let rows): rows
      default: nil
      }
    }
  }
}
