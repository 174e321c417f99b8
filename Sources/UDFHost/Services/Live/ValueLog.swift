import Logging
import LuaRuntime
import Platform
import UDF
import UDFSync

/// The file that keeps the values of one app: records one after the other, the last of a key counts.
///
/// A record is on the disk before it counts, and one that a crash has torn is cut off when the file is opened. One that has
/// gone bad among others is left out, and the file as it was is kept beside it. While one process has the file open, others
/// are told so.
final class ValueLog: Sendable {
  private struct File: Sendable {
    var descriptor: Descriptor
    /// Bytes, all of them whole records after the header.
    var size: Int
    /// Bytes of those that count.
    var live: Int
  }

  // Whoever changes the records' form, the kernel's bytes too, counts on.
  private static let header = Array("udfhost kv 1\n".utf8)
  /// Records that no longer count may take as much room as those that do, and this.
  private static let slack = 1 << 16

  private let path: String
  private let folder: Descriptor
  /// Beside the log, because that is replaced by another file when it is compacted.
  private let lock: Descriptor
  private let file: Guarded<File>
  // Not with the file, so that whoever reads does not wait for who writes.
  private let records: Guarded<[String: ValueRecord]>

  static func path(in folder: String) -> String { "\(folder)/kv.log" }

  /// Opens the log in a folder; both are made if they are not there.
  init(in folder: String) throws(ServiceError) {
    path = ValueLog.path(in: folder)
    guard !folder.hasPrefix(DataFolder.unknown) else {
      throw ServiceError(
        code: "failed", message: "\(path): HOME is not set; set it or XDG_DATA_HOME, or give --data FOLDER")
    }
    makeFolders(folder)
    guard let descriptor = Descriptor(folder, O_RDONLY | O_DIRECTORY) else { throw .kv(path, "cannot be made") }
    self.folder = descriptor
    lock = try ValueLog.lock(in: descriptor, for: path)
    guard let log = Descriptor("kv.log", O_RDWR | O_CREAT | O_APPEND, mode: 0o600, in: descriptor) else {
      throw .kv(path, "cannot be opened")
    }
    let (records, size, isDamaged) = try ValueLog.load(log, path)
    guard descriptor.sync() else { throw .kv(path, "cannot be made") }
    file = Guarded(File(descriptor: log, size: size, live: records.values.reduce(0) { $0 + $1.bytes.count }))
    self.records = Guarded(records)
    if isDamaged { try repair() }
  }

  func value(of key: String) -> Value { records.withLock { $0[key] }?.value ?? .none }

  var keys: [String] { records.withLock { Array($0.keys) } }

  func set(_ value: Value, of key: String) throws(ServiceError) {
    let record = ValueRecord(key: key, value: value)
    try file.withLock { file throws(ServiceError) in
      if file.size > 2 * file.live + ValueLog.slack { try compact(&file) }
      guard file.descriptor.put(record.bytes), file.descriptor.sync() else {
        let problem = ServiceError.kv(path, "cannot be written")
        // What half arrived does not count.
        ftruncate(file.descriptor.number, off_t(file.size))
        throw problem
      }
      file.size += record.bytes.count
      let former = records.withLock { records in
        defer { records[key] = value == .none ? nil : record }
        return records[key]
      }
      file.live += (value == .none ? 0 : record.bytes.count) - (former?.bytes.count ?? 0)
    }
  }

  /// Puts what counts into a new file in the place of this one.
  private func compact(_ file: inout File) throws(ServiceError) {
    let draft = "kv.new"
    let bytes = ValueLog.header + records.withLock { $0.values.flatMap(\.bytes) }
    guard let log = Descriptor(draft, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, mode: 0o600, in: folder), log.put(bytes),
      log.sync(), renameat(folder.number, draft, folder.number, "kv.log") == 0
    else { throw .kv(path, "cannot be made smaller") }
    file = File(descriptor: log, size: bytes.count, live: file.live)
    guard folder.sync() else { throw .kv(path, "cannot be made smaller") }
  }

  // MARK: opening

  /// Keeps the file under another name and goes on with what could be read of it.
  private func repair() throws(ServiceError) {
    let copy = "kv.log.damaged"
    unlinkat(folder.number, copy, 0)
    guard linkat(folder.number, "kv.log", folder.number, copy, 0) == 0 else {
      throw .kv(path, "cannot be kept as \(copy)")
    }
    try file.withLock { file throws(ServiceError) in try compact(&file) }
    Logger(label: "udfhost.kv").warning(
      "\(path): some of the values cannot be read; the others are kept, and the file as it was is \(copy) beside it")
  }

  /// Reads the records and cuts off what a crash has left after them.
  private static func load(
    _ log: Descriptor, _ path: String
  ) throws(ServiceError) -> (records: [String: ValueRecord], size: Int, isDamaged: Bool) {
    var bytes: [UInt8] = []
    while true {
      guard let more = log.next(1 << 20) else { throw .kv(path, "cannot be read") }
      if more.isEmpty { break }
      bytes += more
    }
    guard bytes.starts(with: header) else {
      // Unless the header itself is torn, this is somebody else's.
      guard header.starts(with: bytes) else {
        throw ServiceError(
          code: "failed", message: "\(path): is no file of the kv service, or of another version; move it away")
      }
      guard ftruncate(log.number, 0) == 0, log.put(header), log.sync() else { throw .kv(path, "cannot be written") }
      return ([:], header.count, false)
    }
    var rest = bytes.dropFirst(header.count)
    var records: [String: ValueRecord] = [:]
    var isDamaged = false
    while true {
      while let record = ValueRecord(rest) {
        records[record.key] = record.value == .none ? nil : record
        rest = rest.dropFirst(record.bytes.count)
      }
      // What a crash has left is the last.
      var next = rest
      repeat { next = ValueRecord.skipped(next) } while !next.isEmpty && ValueRecord(next) == nil
      if next.isEmpty { break }
      isDamaged = true
      rest = next
    }
    let size = bytes.count - rest.count
    // Behind a record that hides where it ends.
    isDamaged = isDamaged || rest.indices.contains { ValueRecord(rest[$0...]) != nil }
    // A damaged file is written anew.
    guard isDamaged || rest.isEmpty || ftruncate(log.number, off_t(size)) == 0 && log.sync() else {
      throw .kv(path, "cannot be written")
    }
    return (records, size, isDamaged)
  }

  /// Takes the folder for this process.
  private static func lock(in folder: Descriptor, for path: String) throws(ServiceError) -> Descriptor {
    guard let lock = Descriptor("kv.lock", O_RDWR | O_CREAT, mode: 0o600, in: folder) else {
      throw .kv(path, "cannot be opened")
    }
    guard take(lock) else {
      guard errno == EWOULDBLOCK else { throw .kv(path, "cannot be locked") }
      let owner = lock.next(20).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let advice =
        owner == "\(getpid())"
        ? "another host of this process; share one core between them" : "process \(owner); end that"
      throw ServiceError(
        code: "busy", message: "\(path): is in use by \(advice), or give one of the two another data folder")
    }
    // For the error of whoever comes later.
    ftruncate(lock.number, 0)
    _ = lock.put(Array("\(getpid())".utf8))
    return lock
  }

  /// Asks more than once: a program that this process is just starting has its locks too until it begins.
  private static func take(_ lock: Descriptor) -> Bool {
    for _ in 0..<50 {
      if flock(lock.number, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK else { return false }
      usleep(1000)
    }
    errno = EWOULDBLOCK
    return false
  }
}

extension ServiceError {
  /// What `errno` says of what was tried with a log.
  fileprivate static func kv(_ path: String, _ attempt: String) -> ServiceError {
    ServiceError(
      code: "failed",
      message: "\(path): \(attempt): \(String(cString: strerror(errno))); "
        + "see to that, or give the app another data folder")
  }
}
