import GRDB
import Logging
import LuaRuntime
import Platform
import UDFStorage

/// The file `kv.log`, in which earlier versions stored values. Its values are imported once, when the ``ValueFile`` is opened.
///
/// The file has a header and records. A record has four bytes for the length of its content, eight for the content's hash, and
/// the content: a key and a value in byte form. The last record of a key is valid. The file may be damaged anywhere, so every
/// record is checked. The importer reads one record at a time.
struct FormerValueLog {
  static let name = "kv.log"
  private static let header = Array("udfhost kv 1\n".utf8)
  /// The valid sizes of a record's content in bytes. The smallest is an empty key with a value of one byte.
  private static let sizes = 6...(64 << 20)

  /// nil if `kv.log` is not a regular file.
  private let file: Descriptor?
  /// The number of bytes not yet read.
  private var left: Int
  /// Whether a part of the file could not be read.
  private var isDamaged = false

  /// Writes the values of a folder's log into a database in one transaction, and then renames the log.
  ///
  /// If the process ends before the log has its new name, the next opening imports the same values again.
  static func importValues(in folder: String, into queue: DatabaseQueue) throws(StorageFailure) {
    let path = "\(folder)/\(name)"
    guard access(path, F_OK) == 0 else { return }
    // Earlier versions lock this file.
    guard let lock = Descriptor("\(folder)/kv.lock", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600) else {
      throw .system(path)
    }
    defer { withExtendedLifetime(lock) {} }
    guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else { throw errno == EWOULDBLOCK ? .busy(path) : .system(path) }
    // Another process may have imported the log while this one waited for the lock.
    guard access(path, F_OK) == 0 else { return }
    var file: RegularFile?
    do throws(RegularFileFailure) { file = try RegularFile(path) } catch {
      // A link, a pipe or a folder contains no values. It is renamed like the log.
      if case .system(let number) = error, number != EISDIR {
        errno = number
        throw .system(path)
      }
    }
    var log = FormerValueLog(file: file?.descriptor, left: Int(file?.size ?? 0))
    do {
      try queue.write { db in
        while let record = log.next() { try record.write(db) }
      }
    } catch {
      throw StorageFailure(error, in: path)
    }
    let aside = freeName("\(path).\(log.isDamaged ? "damaged" : "imported")")
    guard rename(path, aside) == 0, Descriptor(folder, O_RDONLY | O_DIRECTORY)?.sync() == true else {
      throw .system(path)
    }
    if log.isDamaged {
      Logger(label: "udfhost.kv").warning("\(path): some values cannot be read; the file is now \(aside)")
    }
  }

  private init(file: Descriptor?, left: Int) {
    self.file = file
    self.left = left
    if take(Self.header.count) != Self.header {
      isDamaged = true
      self.left = 0
    }
  }

  /// The next valid record; nil at the end.
  private mutating func next() -> StoredValue? {
    while left > 0 {
      // With an invalid length, the start of the next record is unknown.
      guard let head = take(12), case let count = Int(Self.number(head[..<4])), Self.sizes.contains(count),
        let content = take(count)
      else {
        left = 0
        isDamaged = true
        return nil
      }
      if Self.hash(content) == Self.number(head[4...]), let value = Self.value(content) { return value }
      isDamaged = true
    }
    return nil
  }

  /// Decodes a key and a value; nil if the bytes are invalid.
  private static func value(_ content: [UInt8]) -> StoredValue? {
    let stringTag = TapeWriter.bytes(of: "")[0]
    guard content.count >= 5, content[0] == stringTag, case let count = Int(number(content[1..<5])),
      count <= content.count - 5, let key = String(validating: content[5..<5 + count], as: UTF8.self),
      case let bytes = Array(content[(5 + count)...]), bytes.withUnsafeBytes(TapeCheck.isValue)
    else { return nil }
    return StoredValue(key, bytes)
  }

  /// Reads the next `count` bytes; nil if there are fewer.
  private mutating func take(_ count: Int) -> [UInt8]? {
    guard count <= left else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard let more = file?.next(min(count - bytes.count, 1 << 20)), !more.isEmpty else { return nil }
      bytes += more
    }
    left -= count
    return bytes
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// FNV-1a and the length.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    let state = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return (state ^ UInt64(bytes.count)) &* 0x100_0000_01b3
  }
}
