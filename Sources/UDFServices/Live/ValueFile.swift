import GRDB
import Logging
import LuaRuntime
import Platform
import UDF
import UDFStorage

/// The SQLite file `kv.sqlite` with the values of one app. One owner uses the file at a time.
///
/// All values are also in memory, so that reading a value does not wait for the disk. A damaged file is renamed, and replaced by
/// a new one with the values that could be read.
final class ValueFile: Sendable {
  /// The SQLite `application_id`, "UDFV". It identifies the file format.
  private static let application = 0x5544_4656
  /// The `user_version` of the database. 0 means 1.
  private static let format = 1
  /// Seconds to wait for a lock. A child process that is just starting holds this process's locks until its exec.
  private static let patience = 0.1
  /// The maximum size of the file in bytes.
  private static let limit = 1 << 30

  private let file: OwnedFile
  private let database: Guarded<DatabaseQueue>
  // Has a lock of its own, so that reading does not wait for a write to the database.
  private let values: Guarded<[String: [UInt8]]>
  /// The memory of the values; nil if it is not limited.
  private let charge: MemoryCharge?
  /// The estimated bytes of memory for a key and a value in addition to their content.
  private static let overhead = 120

  /// Whether a folder has such a file, or a file from which its values can be restored.
  static func exists(in folder: String) -> Bool {
    ["kv.sqlite", "kv.sqlite.new", FormerValueLog.name].contains { access("\(folder)/\($0)", F_OK) == 0 }
  }

  /// Opens the file. Makes the file and its folder if they are missing.
  init(in folder: String) throws(StorageFailure) {
    file = try OwnedFile(
      "kv", in: folder, suffix: SQLiteStorage.suffix, companions: SQLiteStorage.companions, patience: Self.patience)
    if file.size == nil { _ = try Self.replace(file, [:]) }
    do throws(StorageFailure) {
      database = Guarded(try Self.open(file))
    } catch {
      guard error.code == .corrupt else { throw error }
      try Self.repair(file, error)
      database = Guarded(try Self.open(file))
    }
    try FormerValueLog.importValues(in: folder, into: database.withLock { $0 })
    charge = .lasting()
    values = Guarded(try Self.load(database.withLock { $0 }, file.path, charge))
  }

  deinit { try? database.withLock { try $0.close() } }

  func value(of key: String) -> Value { values.withLock { $0[key] }.map(TapeReader.value) ?? .none }

  var keys: [String] { values.withLock { Array($0.keys) } }

  /// Sets a value; `.none` removes it. The change is on disk when the method returns.
  func set(_ value: Value, of key: String) throws(StorageFailure) {
    let stored = StoredValue(key, TapeWriter.bytes(of: value))
    try database.withLock { queue throws(StorageFailure) in
      let former = values.withLock { $0[key] }.map { Self.size(key, $0) } ?? 0
      let more = (value == .none ? 0 : Self.size(key, stored.bytes)) - former
      try Self.add(more, to: charge, file.path)
      do { try queue.write { try stored.write($0) } } catch {
        try Self.add(-more, to: charge, file.path)
        throw StorageFailure(error, in: file.path)
      }
      values.withLock { $0[key] = value == .none ? nil : stored.bytes }
    }
  }

  /// Removes all values. The file no longer has their bytes when the method returns.
  func removeAll() throws(StorageFailure) {
    try database.withLock { queue throws(StorageFailure) in
      do { try queue.write { db in try db.execute(sql: "DELETE FROM value") } } catch {
        throw StorageFailure(error, in: file.path)
      }
      let former = values.withLock { values in
        defer { values = [:] }
        return values.reduce(0) { $0 + Self.size($1.key, $1.value) }
      }
      try Self.add(-former, to: charge, file.path)
      do {
        // Deleted rows stay in unused pages of the file, and in the write-ahead log.
        try queue.writeWithoutTransaction { db in
          try db.execute(sql: "VACUUM")
          try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
      } catch {
        throw StorageFailure(error, in: file.path)
      }
    }
  }

  // MARK: memory

  private static func size(_ key: String, _ bytes: [UInt8]) -> Int { key.utf8.count + bytes.count + overhead }

  private static func add(_ bytes: Int, to charge: MemoryCharge?, _ path: String) throws(StorageFailure) {
    do throws(MemoryShortage) { try charge?.add(bytes) } catch {
      throw StorageFailure(
        .memory, "\(path): \(error), and all values are kept in memory; remove some, or keep large ones in files")
    }
  }

  // MARK: opening

  /// Opens the database and checks its whole content.
  private static func open(_ file: OwnedFile) throws(StorageFailure) -> DatabaseQueue {
    // SQLite accepts an empty file as an empty database.
    guard file.size != 0 else { throw .corrupt(file.path, "it is empty") }
    // The values must fit into memory.
    guard file.size ?? 0 <= limit else { throw .other(file.path, "it has more than \(limit) bytes") }
    do {
      let queue = try SQLiteStorage.open(file.path, patience: patience)
      do {
        try queue.inDatabase { db in
          try SQLiteStorage.checkApplication(db, application, "it does not hold values")
          // Checked before the tables, because a newer format may have other tables.
          let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
          guard found <= format else {
            throw StorageFailure.newer(file.path, "has format \(found), and this app supports up to \(format)")
          }
          try SQLiteStorage.checkTables(db, [StoredValue.table])
          try SQLiteStorage.checkIntegrity(db)
          try StoredValue.each(db) { row in
            if row == nil {
              throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a value is not as it was written")
            }
          }
        }
      } catch {
        try? queue.close()
        throw error
      }
      return queue
    } catch {
      throw StorageFailure(error, in: file.path)
    }
  }

  private static func load(
    _ queue: DatabaseQueue, _ path: String, _ charge: MemoryCharge?
  ) throws(StorageFailure) -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    do {
      try queue.inDatabase { db in
        try StoredValue.each(db) { row in
          guard let row else { return }
          try add(size(row.key, row.bytes), to: charge, path)
          values[row.key] = row.bytes
        }
      }
    } catch let failure as StorageFailure {
      throw failure
    } catch {
      throw StorageFailure(error, in: path)
    }
    return values
  }

  /// Renames a damaged file, and makes a new one with the values that can be read.
  private static func repair(_ file: OwnedFile, _ damage: StorageFailure) throws(StorageFailure) {
    var kept: [String: [UInt8]] = [:]
    do {
      let queue = try SQLiteStorage.salvage(file.path)
      defer { try? queue.close() }
      try queue.inDatabase { db in
        try StoredValue.each(db) { row in
          if let row { kept[row.key] = row.bytes }
        }
      }
    } catch {
      // The values before the damage are restored. After any other error the file is not changed.
      let failure = StorageFailure(error, in: file.path)
      guard failure.code == .corrupt else { throw failure }
    }
    let aside = try replace(file, kept)
    Logger(label: "udfhost.kv").warning(
      "\(damage.message.prefix { $0 != ";" }); it is now \(aside). Values that could be read and are kept: \(kept.count)"
    )
  }

  /// Replaces the file by a new one with values. Returns the name of the old file.
  private static func replace(_ file: OwnedFile, _ values: [String: [UInt8]]) throws(StorageFailure) -> String {
    try file.replace { path throws(StorageFailure) in
      do {
        try SQLiteStorage.make(at: path, application: application, tables: [StoredValue.table]) { db in
          try db.execute(sql: "PRAGMA user_version = \(format)")
          for (key, bytes) in values { try StoredValue(key, bytes).write(db) }
        }
      } catch {
        throw StorageFailure(error, in: file.path)
      }
    }
  }
}
