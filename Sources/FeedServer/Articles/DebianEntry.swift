import Foundation

/// One version's part of a Debian changelog, or of a NEWS file.
struct DebianEntry: Equatable {
  let package: String
  let version: String
  /// The lines between the first and the last, without their indentation.
  let lines: [String]
  let author: String
  let date: Date

  /// The first thing that is told, on one line.
  var title: String {
    let items = lines.drop { $0.isEmpty || $0.hasPrefix("[") }
    guard let first = items.first else { return "\(package) \(version)" }
    let rest = items.dropFirst().prefix { !$0.isEmpty && !Self.begins($0) && !$0.hasPrefix("[") }
    let words = [Self.begins(first) ? String(first.dropFirst(2)) : first] + rest.map(\.trimmed)
    return words.joined(separator: " ").cut(to: 90)
  }

  var text: String { lines.joined(separator: "\n").cut(to: 2000) }

  /// As a row: its category is what Debian calls the section of the package.
  func row(category: String) -> Row {
    [
      "id": .string(id), "package": .string(package), "version": .string(version), "author": .string(author),
      "date": .string(date.formatted(.iso8601)), "title": .string(title), "text": .string(text),
      "category": .string(category),
    ]
  }

  /// The colon that some versions have would have to be escaped in a link.
  var id: String { "\(package)-\(version.replacing(":", with: "_"))" }

  private static func begins(_ line: String) -> Bool { ["* ", "- ", "+ "].contains { line.hasPrefix($0) } }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }

  /// The text, or its beginning up to the end of a word.
  fileprivate func cut(to count: Int) -> String {
    guard self.count > count else { return self }
    let start = prefix(count)
    return start[..<(start.lastIndex(where: \.isWhitespace) ?? start.endIndex)] + " …"
  }
}
