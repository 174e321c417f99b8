import GRDB
import Logging
import LuaRuntime
import Platform
import UDFStorage

/// The file `kv.log` that earlier versions kept values in. Its values are imported once, when the ``ValueFile`` is opened.
///
/// A header, then records: four bytes with the length of the content, eight with its hash, and the content, which is a key and
/// a value in byte form. The last record of a key counts. Nothing in the file is trusted, and no more is read at a time than one
/// record, which cannot be larger than the file.
struct FormerValueLog {
  static let name = "kv.log"
  private static let header = Array("udfhost kv 1\n".utf8)
  /// Bytes of a record's content. The smallest has an empty key and a value of one byte; values had up to 1 MiB.
  private static let sizes = 6...(64 << 20)

  private let file: Descriptor
  /// Bytes that follow.
  private var left: Int
  /// Whether something could not be read.
  private var isDamaged = false

  /// Writes the values of a folder's log into a database in one transaction, and then renames the log.
  ///
  /// If the process ends before the log has its new name, the next opening imports the same values again.
  static func importValues(in folder: String, into queue: DatabaseQueue) throws(StorageFailure) {
    let path = "\(folder)/\(name)"
    guard access(path, F_OK) == 0 else { return }
    // The lock of earlier versions.
    guard let lock = Descriptor("\(folder)/kv.lock", O_RDWR | O_CREAT, mode: 0o600) else { throw .system(path) }
    defer { withExtendedLifetime(lock) {} }
    guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else { throw errno == EWOULDBLOCK ? .busy(path) : .system(path) }
    // An earlier version may have had the lock until now, and another process may have imported the log.
    guard access(path, F_OK) == 0 else { return }
    guard let file = Descriptor(path, O_RDONLY), let status = file.status else { throw .system(path) }
    var log = FormerValueLog(file: file, left: status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0)
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

  private init(file: Descriptor, left: Int) {
    self.file = file
    self.left = left
    if take(Self.header.count) != Self.header {
      isDamaged = true
      self.left = 0
    }
  }

  /// The next record that is what was written; nil at the end.
  private mutating func next() -> StoredValue? {
    while left > 0 {
      // After any other length it is not known where the next record begins.
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

  /// A key and a value; nil if the bytes are something else.
  private static func value(_ content: [UInt8]) -> StoredValue? {
    let stringTag = TapeWriter.bytes(of: "")[0]
    guard content.count >= 5, content[0] == stringTag, case let count = Int(number(content[1..<5])),
      count <= content.count - 5, let key = String(validating: content[5..<5 + count], as: UTF8.self),
      case let bytes = Array(content[(5 + count)...]), bytes.withUnsafeBytes(TapeCheck.isValue)
    else { return nil }
    return StoredValue(key, bytes)
  }

  /// The next bytes; nil if there are not so many.
  private mutating func take(_ count: Int) -> [UInt8]? {
    guard count <= left else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard let more = file.next(min(count - bytes.count, 1 << 20)), !more.isEmpty else { return nil }
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
