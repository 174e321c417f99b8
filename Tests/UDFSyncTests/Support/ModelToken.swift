@testable import UDFSync

/// A place in the history of a ``ModelServer``. As a text it is a token: `T7` after version 7; `T7/4` in the middle of all rows, which the
/// server began to give when 4 was its floor. Parameters follow after `|`, and in the middle of the difference to them where the former
/// ones had come to, and these.
struct ModelToken {
  var version: Int64
  var floor: Int64?
  var selection = RowSelection.all
  /// The parameters of the reader's rows up to a version that the difference has not reached yet.
  var former: (version: Int64, selection: RowSelection)?

  init(
    _ version: Int64, floor: Int64? = nil, selection: RowSelection,
    former: (version: Int64, selection: RowSelection)? = nil
  ) {
    (self.version, self.floor, self.selection, self.former) = (version, floor, selection, former)
  }

  /// - Parameter all: what a token without parameters is for.
  init?(_ text: String, all: RowSelection = .all) {
    let parts = text.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: "/").compactMap { Int64($0) }
    guard let version = numbers.first else { return nil }
    self.init(
      version, floor: numbers.dropFirst().first,
      selection: parts.count > 1 ? ModelToken.selection(parts[1], all) : all)
    if parts.count > 3, let version = Int64(parts[2]) { former = (version, ModelToken.selection(parts[3], all)) }
  }

  var description: String {
    let place = "T\(version)" + (floor.map { "/\($0)" } ?? "")
    guard !selection.isAll || former != nil else { return place }
    return place + "|\(selection.text)" + (former.map { "|\($0.version)|\($0.selection.text)" } ?? "")
  }

  /// The version up to which the reader knows of deletions.
  var horizon: Int64 { max(version, former?.version ?? 0) }

  private static func selection(_ json: Substring, _ all: RowSelection) -> RowSelection {
    guard case .object(let members)? = try? RowValue(Array(json.utf8)) else { return all }
    guard all.isNamed else { return RowSelection(filter(members)) }
    return members.reduce(all) { selection, member in
      guard case .object(let fields) = member.value else { return selection }
      return selection.with(filter(fields), of: String(decoding: member.key, as: UTF8.self))
    }
  }

  private static func filter(_ members: [[UInt8]: RowValue]) -> RowFilter {
    var fields: [String: [RowFilter.Value]] = [:]
    for (name, value) in members {
      let items = if case .list(let items) = value { items } else { [value] }
      fields[String(decoding: name, as: UTF8.self)] = items.compactMap { item in
        if case .string(let text) = item { .string(String(decoding: text, as: UTF8.self)) } else { nil }
      }
    }
    return RowFilter(fields)
  }
}

extension RowSelection {
  /// All rows of the same collections.
  var withAll: RowSelection { RowSelection(filters.mapValues { _ in .all }) }

  var text: String {
    if let filter = self[""] { return filter.json }
    let members = filters.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.json)" }
    return "{\(members.joined(separator: ","))}"
  }
}
