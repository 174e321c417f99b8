import LuaRuntime
import UDFHost

/// Selects actions of the history.
///
///     try HistoryFilter("5 cart/* origin=effect path=cart.items")   // the last five of these
///     try HistoryFilter("milk")                                     // where type, event or fields have that text
public struct HistoryFilter: Sendable {
  /// The maximum number of actions; nil: not given.
  public private(set) var count: Int?
  private var globs: [String] = []
  private var texts: [String] = []
  private var origins: [Origin] = []
  private(set) var paths: [Path] = []

  /// Parses words: a count, a type with `*`, `origin=…`, `path=…`, or any text. An action must match all of them.
  /// Throws a `HostError` that names an invalid word.
  public init(_ text: String = "") throws(HostError) {
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
      if let number = Int(word) {
        guard number > 0 else { throw HistoryFilter.refusal("the count must be a positive integer, got \(word)") }
        count = number
      } else if let equals = word.firstIndex(of: "="), word[..<equals].allSatisfy(\.isLetter) {
        try add(String(word[..<equals]), String(word[word.index(after: equals)...]))
      } else if word.contains("*") {
        globs.append(word)
      } else {
        texts.append(word.lowercased())
      }
    }
  }

  private mutating func add(_ key: String, _ value: String) throws(HostError) {
    switch key {
    case "origin":
      guard let origin = Origin(rawValue: value) else {
        let known = Origin.allCases.map(\.rawValue)
        let list = known.joined(separator: ", ")
        let hint = suggestion(for: value, among: known).map { "Did you mean \"\($0)\"?" } ?? "There are: \(list)."
        throw HistoryFilter.refusal("there is no origin \"\(value)\". \(hint)")
      }
      origins.append(origin)
    case "path":
      do { paths.append(try Path(typed: value)) } catch {
        throw error as? HostError ?? HistoryFilter.refusal("\(error)")
      }
    default:
      throw HistoryFilter.refusal("there is no filter \"\(key)=\"; there are: origin=effect, path=cart.items")
    }
  }

  private static func refusal(_ problem: String) -> HostError { HostError(usage: ":hist: \(problem)") }

  /// Whether an action matches all words.
  func admits(_ action: ActionRecord) -> Bool {
    guard origins.allSatisfy({ $0 == action.origin }), globs.allSatisfy({ action.type.matches(glob: $0) }),
      paths.allSatisfy({ path in action.changes.contains { $0.path.touches(path) } })
    else { return false }
    if texts.isEmpty { return true }
    let text = "\(action.type) \(action.event ?? "") \(Value.map(action.fields))".lowercased()
    return texts.allSatisfy(text.contains)
  }
}

extension AppHost {
  /// Returns the actions of the history that match a filter, oldest first: the last `count`, unless the filter contains
  /// a count. Throws a `HostError` if the filter has a path that belongs to no feature.
  public func history(_ filter: HistoryFilter, last count: Int = .max) throws -> [ActionRecord] {
    try requireOwner()
    for path in filter.paths { try requireFeature(of: path) }
    return history(last: filter.count ?? count, where: filter.admits)
  }
}
