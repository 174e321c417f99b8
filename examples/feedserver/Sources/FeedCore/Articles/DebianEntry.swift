import Foundation

/// One version's part of a Debian changelog, or of a NEWS file.
struct DebianEntry: Equatable {
  let package: String
  let version: String
  /// The lines between the first and the last, without their indentation.
  let lines: [String]
  let author: String
  let date: Date

  /// The first thing that is told, on one line; who has uploaded it only if there is nothing else.
  var title: String {
    let items = items
    let title = items.first { !$0.localizedCaseInsensitiveContains("upload") } ?? items.first
    return (title ?? "\(package) \(version)").cut(to: 90)
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

  /// What is told, each on one line, without what is told below it.
  private var items: [String] {
    var items: [String] = []
    var isOpen = false
    for line in lines {
      let text = line.trimmed
      let isBullet = ["* ", "- ", "+ "].contains { text.hasPrefix($0) }
      if text.isEmpty || text.hasPrefix("[") || isBullet && line.hasPrefix(" ") {
        isOpen = false
      } else if isOpen, !isBullet {
        items[items.count - 1] += " " + text
      } else if isBullet || !line.hasPrefix(" ") {
        items.append(isBullet ? String(text.dropFirst(2)) : text)
        isOpen = true
      }
    }
    return items
  }
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
