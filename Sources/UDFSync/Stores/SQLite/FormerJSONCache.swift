import Platform
import UDFStorage

/// The file `NAME.json` of a cache from an earlier version. Its pending changes are moved into the first SQLite file.
///
/// The file has one line each for head, outbox, dead letters and rows, with the line's checksum before it. The rows are
/// not imported but fetched again. The file is locked in the way of earlier versions until this value is released.
struct FormerJSONCache {
  private enum Part: Int64, CaseIterable { case head, outbox, deadLetters }

  let kept: KeptChanges
  private let owned: OwnedFile
  private let folder: String
  /// Whether a part of the file is damaged.
  private let isDamaged: Bool

  /// nil if the collection has no such file. Other files with that name are not touched.
  ///
  /// - Parameters:
  ///   - patience: seconds to wait for an earlier version that has the file open.
  ///   - limit: the maximum number of bytes to read. A file whose parts are longer counts as damaged.
  init?(of collection: SyncCollection, patience: Double, limit: Int = 64 << 20) throws(CacheFailure) {
    folder = collection.folder
    let path = "\(folder)/\(collection.name).json"
    // The second file exists if a process ended while it replaced the first one. The owner of the file completes the
    // replacement.
    guard [path, "\(path).new"].contains(where: { Self.file($0) != nil }) else { return nil }
    owned = try OwnedFile(collection.name, in: folder, suffix: "json", patience: patience)
    guard let (file, start) = Self.file(path) else { return nil }
    let lines = Self.lines(start, file, limit)
    let outbox = Self.json(lines, .outbox).flatMap(MutationRecord.list)
    let deadLetters = Self.json(lines, .deadLetters).flatMap(MutationRecord.list)
    let head = Self.json(lines, .head).flatMap { try? CacheHead($0, in: path) }
    isDamaged = head == nil || outbox == nil || deadLetters == nil
    let pending = PendingRecords(outbox: outbox ?? [], deadLetters: deadLetters ?? [])
    kept = head?.salvaged(pending, for: collection.alone) ?? pending.orphans
  }

  /// Renames the file, so that it is imported only once. Returns a notice for the user.
  func setAside(isImported: Bool) -> String {
    let path = owned.path
    let aside = freeName("\(path).\(isDamaged ? "damaged" : "imported")")
    guard rename(path, aside) == 0, Descriptor(folder, O_RDONLY | O_DIRECTORY)?.sync() == true else {
      return "\(path): is a cache of an earlier version and cannot be renamed: \(String(cString: strerror(errno)))"
    }
    guard isImported else {
      return """
        \(path): was a cache of an earlier version; it is now \(aside). Nothing was imported, because a newer cache exists
        """
    }
    return """
      \(path): was a cache of an earlier version\(isDamaged ? ", and a part of it is damaged" : ""); it is now \(aside), and all \
      rows are fetched again. Changes that were kept: \(kept.mutations.count) pending, \(kept.deadLetters.count) refused
      """
  }

  /// Returns the file at a path and its first bytes; nil if it is not the file of such a cache.
  private static func file(_ path: String) -> (Descriptor, start: [UInt8])? {
    guard let file = Descriptor(path, O_RDONLY), let status = file.status, status.st_mode & S_IFMT == S_IFREG,
      let start = file.next(64), start.starts(with: "[\"".utf8), start.dropFirst(18).starts(with: "\",{".utf8)
    else { return nil }
    return (file, start)
  }

  /// Returns the lines of the parts that exist.
  private static func lines(_ start: [UInt8], _ file: Descriptor, _ limit: Int) -> [ArraySlice<UInt8>] {
    let end = UInt8(ascii: "\n")
    var bytes = start
    var count = start.count { $0 == end }
    while count < Part.allCases.count, bytes.count < limit, let more = file.next(1 << 16), !more.isEmpty {
      bytes += more
      count += more.count { $0 == end }
    }
    return bytes.split(separator: end, maxSplits: Part.allCases.count, omittingEmptySubsequences: false)
  }

  /// Returns the JSON text of a part; nil if the part is damaged.
  private static func json(_ lines: [ArraySlice<UInt8>], _ part: Part) -> [UInt8]? {
    // The line starts with `["0123456789abcdef",` or `,"0123456789abcdef",`.
    guard part.rawValue < lines.count, case let line = lines[Int(part.rawValue)], line.count > 20 else { return nil }
    let json = Array(line.dropFirst(20))
    var checksum = Checksum()
    checksum.add(part.rawValue)
    json.withUnsafeBytes { checksum.add($0) }
    return UInt64(String(decoding: line.dropFirst(2).prefix(16), as: UTF8.self), radix: 16) == checksum.value
      ? json : nil
  }
}
