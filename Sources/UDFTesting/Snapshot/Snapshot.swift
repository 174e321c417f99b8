import UDF

/// Returns a value as text, one line for each path. Equal values have equal texts in every process.
///
///     snapshot(of: view.reduce(state))
///     // Page
///     //   isLoading: true
///     //   items: 2
///     //     "Moon"
///     //     "Mars"
public func snapshot(of value: Any) -> String { SnapshotWriter.lines(of: value).joined(separator: "\n") }

/// Fails the test unless the snapshot of the value equals the text.
///
///     expectSnapshot(of: CounterView().reduce(5), "CounterViewState\n  title: \"5 taps\"")
public func expectSnapshot(
  of value: Any, _ expected: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let actual = snapshot(of: value)
  guard actual != expected else { return }
  let (old, new) = (expected.split(separator: "\n", omittingEmptySubsequences: false), actual.split(separator: "\n"))
  let changes = new.difference(from: old).map { change in
    switch change {
    case .remove(_, let line, _): "  - \(line.drop { $0 == " " })\n"
    case .insert(_, let line, _): "  + \(line.drop { $0 == " " })\n"
    }
  }
  TestPlace(fileID: fileID, filePath: filePath, line: line, column: column).fail(
    """
    The snapshot is not what the test expects
    \(changes.joined())\
      To fix this, correct the view state, or take over its present text:
    \(actual)
    """)
}

private enum SnapshotWriter {
  static func lines(of value: Any) -> [String] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { lines(of: $0.value) } ?? ["nil"]
    case .struct where mirror.children.isEmpty || value is any CustomStringConvertible: return ["\(value)"]
    case .struct, .class: return ["\(mirror.subjectType)"] + members(mirror)
    case .tuple: return ["tuple"] + members(mirror)
    case .enum:
      guard let child = mirror.children.first else { return [".\(value)"] }
      return [".\(child.label ?? "")"] + indented(lines(of: child.value))
    case .collection: return ["\(mirror.children.count)"] + mirror.children.flatMap { indented(lines(of: $0.value)) }
    case .set:
      let elements = mirror.children.map { lines(of: $0.value) }.sorted { $0[0] < $1[0] }
      return ["\(mirror.children.count)"] + elements.flatMap(indented)
    case .dictionary: return ["\(mirror.children.count)"] + entries(mirror)
    default: return [String(reflecting: value)]
    }
  }

  private static func members(_ mirror: Mirror) -> [String] {
    mirror.children.flatMap { indented(labelled($0.label ?? "_", lines(of: $0.value))) }
  }

  // Sorted by key, because the order of a dictionary differs between processes.
  private static func entries(_ mirror: Mirror) -> [String] {
    let entries = mirror.children.map { child in
      let parts = Mirror(reflecting: child.value).children.map(\.value)
      return (key: lines(of: parts[0]).joined(separator: " "), value: lines(of: parts[1]))
    }
    return entries.sorted { $0.key < $1.key }.flatMap { indented(labelled($0.key, $0.value)) }
  }

  private static func labelled(_ label: String, _ lines: [String]) -> [String] {
    ["\(label): \(lines[0])"] + lines.dropFirst()
  }

  private static func indented(_ lines: [String]) -> [String] { lines.map { "  \($0)" } }
}
