/// The differences between two values, one line for each path.
package struct ChangeList {
  private static let limit = 20

  private var lines: [String] = []
  /// Whether the second value is a later state of the first; otherwise the values were expected to be equal.
  private let isHistory: Bool

  /// `name` is the name of the root value in paths.
  package init(_ name: String, expected: Any, actual: Any) {
    isHistory = false
    compare(expected, actual, at: name)
  }

  /// The changes from one value to the next.
  package init(_ name: String, from old: Any, to new: Any) {
    isHistory = true
    compare(old, new, at: name)
  }

  package var isEmpty: Bool { lines.isEmpty }

  /// The lines, each indented and with a line break.
  package var text: String {
    var shown = lines.prefix(Self.limit)
    if lines.count > Self.limit { shown.append("and \(lines.count - Self.limit) more") }
    return shown.map { "  \($0)\n" }.joined()
  }

  private mutating func compare(_ expected: Any, _ actual: Any, at path: String) {
    guard !Self.areEqual(expected, actual) else { return }
    let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
    guard left.subjectType == right.subjectType else { return note(expected, actual, at: path) }
    let known = lines.count
    switch left.displayStyle {
    case .struct, .tuple: compareMembers(left, right, at: path)
    case .enum where left.children.first?.label == right.children.first?.label: compareMembers(left, right, at: path)
    case .optional where left.children.count == right.children.count:
      for (some, other) in zip(left.children, right.children) { compare(some.value, other.value, at: path) }
    case .collection: compareElements(Array(left.children), Array(right.children), at: path)
    case .dictionary: compareEntries(left, right, at: path)
    default: break
    }
    // If the values differ but no inner difference is visible, the difference is reported here.
    if lines.count == known { note(expected, actual, at: path) }
  }

  private mutating func compareMembers(_ expected: Mirror, _ actual: Mirror, at path: String) {
    for (left, right) in zip(expected.children, actual.children) {
      compare(left.value, right.value, at: left.label.map { "\(path).\($0)" } ?? path)
    }
  }

  private mutating func compareElements(_ expected: [Mirror.Child], _ actual: [Mirror.Child], at path: String) {
    for index in 0..<max(expected.count, actual.count) {
      compareParts(
        index < expected.count ? expected[index].value : nil, index < actual.count ? actual[index].value : nil,
        at: "\(path)[\(index)]")
    }
  }

  private mutating func compareEntries(_ expected: Mirror, _ actual: Mirror, at path: String) {
    let (left, right) = (Self.entries(of: expected), Self.entries(of: actual))
    let keys = Set(left.keys).union(right.keys).map { (key: $0, name: String(reflecting: $0.base)) }
    for (key, name) in keys.sorted(by: { $0.name < $1.name }) {
      compareParts(left[key], right[key], at: "\(path)[\(name)]")
    }
  }

  private mutating func compareParts(_ expected: Any?, _ actual: Any?, at path: String) {
    switch (expected, actual) {
    case (let expected?, let actual?): compare(expected, actual, at: path)
    case (let old?, nil):
      let text = String(reflecting: old)
      lines.append(isHistory ? "\(path): - \(text)" : "\(path): expected \(text), got nothing")
    case (nil, let new?):
      let text = String(reflecting: new)
      lines.append(isHistory ? "\(path): + \(text)" : "\(path): expected nothing, got \(text)")
    case (nil, nil): break
    }
  }

  private mutating func note(_ expected: Any, _ actual: Any, at path: String) {
    let (left, right) = (String(reflecting: expected), String(reflecting: actual))
    if left != right {
      lines.append(isHistory ? "\(path): \(left) → \(right)" : "\(path): expected \(left), got \(right)")
    } else if expected is any Equatable {
      let text = isHistory ? "\(left) →" : "expected \(left), got"
      lines.append("\(path): \(text) another that looks the same")
    }
  }

  private static func entries(of dictionary: Mirror) -> [AnyHashable: Any] {
    var entries: [AnyHashable: Any] = [:]
    for child in dictionary.children {
      let entry = Mirror(reflecting: child.value).children.map(\.value)
      if let key = entry.first as? AnyHashable { entries[key] = entry.last }
    }
    return entries
  }

  private static func areEqual(_ left: Any, _ right: Any) -> Bool {
    func isEqual<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
    guard let left = left as? any Equatable else { return false }
    return isEqual(left)
  }
}
