/// What there is to see and to do, as plain data: how it looks is the business of whoever shows it.
///
///     let screen = try host.screen(rows: 1..<21)
///     for target in screen.targets { print(target.number, target.label) }
///     try host.tap(1, on: screen)
public struct Screen: Sendable, Equatable {
  /// The scene that it is of, or the features.
  public let name: String
  /// Which of the screens on the path it is; nil where an app has no flow.
  public let id: Int?
  public let elements: [ScreenElement]

  /// What can be tapped, in the order of its numbers.
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

  /// What can be written.
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
