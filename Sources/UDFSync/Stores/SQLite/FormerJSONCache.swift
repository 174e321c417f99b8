import Foundation
import Platform
import UDFStorage

/// The file `NAME.json` of a cache that earlier versions kept as JSON: its pending changes move into the first SQLite file.
///
/// The file has a line each for head, outbox, dead letters and rows, with the line's checksum before it. Rows are fetched anew.
struct FormerJSONCache {
  private enum Part: Int64 { case head, outbox, deadLetters }

  /// What is kept of the file.
  let contents: CacheContents
  private let path: String

  /// nil if the collection has no such file. A file of that name which is something else is left alone.
  init?(of collection: SyncCollection) {
    path = "\(collection.folder)/\(collection.name).json"
    guard let bytes = Descriptor(path, O_RDONLY)?.rest else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.first?.starts(with: "[\"".utf8) == true, lines[0].dropFirst(18).starts(with: "\",{".utf8) else {
      return nil
    }
    let outbox = Self.mutations(lines, .outbox).map(\.mutation)
    let deadLetters = Self.mutations(lines, .deadLetters).map(\.deadLetter)
    if let json = Self.json(lines, .head), let head = try? CacheHead(json, in: path) {
      contents = head.salvaged(outbox: outbox, deadLetters: deadLetters, for: collection)
    } else {
      contents = CacheContents(orphans: outbox, deadLetters: deadLetters)
    }
  }

  /// Renames the file, so that it is read once. Returns what to tell the user.
  func setAside() -> String {
    let aside = "\(path).imported"
    guard rename(path, aside) == 0 else {
      return "\(path): is a cache of an earlier version and cannot be renamed: \(String(cString: strerror(errno)))"
    }
    return """
      \(path): was a cache of an earlier version; it is now \(aside), and all rows are fetched anew. Kept were changes that \
      wait: \(contents.outbox.count), and that were refused: \(contents.deadLetters.count)
      """
  }

  private static func mutations(_ lines: [ArraySlice<UInt8>], _ part: Part) -> [MutationRecord] {
    json(lines, part).flatMap { try? JSONDecoder().decode([MutationRecord].self, from: Data($0)) } ?? []
  }

  /// The JSON of a part; nil if it is not what was written.
  private static func json(_ lines: [ArraySlice<UInt8>], _ part: Part) -> [UInt8]? {
    // `["0123456789abcdef",` or `,"0123456789abcdef",` stands before it.
    guard part.rawValue < lines.count, case let line = lines[Int(part.rawValue)], line.count > 20 else { return nil }
    let json = Array(line.dropFirst(20))
    var checksum = Checksum()
    checksum.add(part.rawValue)
    json.withUnsafeBytes { checksum.add($0) }
    return UInt64(String(decoding: line.dropFirst(2).prefix(16), as: UTF8.self), radix: 16) == checksum.value
      ? json : nil
  }
}
