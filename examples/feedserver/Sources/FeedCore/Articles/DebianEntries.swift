import Foundation

/// Reads Debian changelogs, one or several after each other:
///
///     hello (2.10-3) unstable; urgency=medium
///
///       * Say hello in more languages.
///
///      -- Ada Lovelace <ada@example.com>  Mon, 26 Dec 2022 16:30:00 +0100
struct DebianEntries {
  /// How many of one package are of interest.
  let limit: Int
  private let dates = DateFormatter()
  private var seen: [String: Set<String>] = [:]
  private(set) var entries: [DebianEntry] = []

  init(limit: Int = .max) {
    self.limit = limit
    dates.locale = Locale(identifier: "en_US_POSIX")
    dates.dateFormat = "EEE, d MMM yyyy HH:mm:ss Z"
  }

  /// Adds those of a text; of two of the same package and version the first counts.
  mutating func read(_ text: Data) {
    var head: (package: String, version: String)?
    var lines: [String] = []
    for bytes in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let start = bytes.first, start != UInt8(ascii: " ") {
        head = first(of: String(decoding: bytes, as: UTF8.self))
        lines = []
      } else if let (package, version) = head {
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix(" -- ") {
          end(package, version, lines, line)
          head = nil
        } else {
          lines.append(String(line.dropFirst(2)))
        }
      }
    }
  }

  /// The package and version that a line begins an entry of, if it does and the entry is wanted.
  private func first(of line: String) -> (package: String, version: String)? {
    guard let open = line.range(of: " ("), let close = line.range(of: ") ", range: open.upperBound..<line.endIndex),
      line.contains("; urgency=")
    else { return nil }
    let package = String(line[..<open.lowerBound])
    let version = String(line[open.upperBound..<close.lowerBound])
    let known = seen[package] ?? []
    return known.count < limit && !known.contains(version) ? (package, version) : nil
  }

  private mutating func end(_ package: String, _ version: String, _ lines: [String], _ last: String) {
    // "-- Ada Lovelace <ada@example.com>  Mon, 26 Dec 2022 16:30:00 +0100"
    guard let mail = last.range(of: " <"), let end = last.range(of: ">  "),
      let date = dates.date(from: last[end.upperBound...].trimmingCharacters(in: .whitespaces))
    else { return }
    let author = last[..<mail.lowerBound].dropFirst(4)
    let inner = lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
    seen[package, default: []].insert(version)
    entries.append(
      DebianEntry(package: package, version: version, lines: Array(inner), author: String(author), date: date))
  }
}
