import GRDB
import Logging
import LuaRuntime
import Platform
import UDF
import UDFStorage

/// The SQLite file `kv.sqlite` that keeps the values of one app. One owner has it at a time.
///
/// All values are in memory too, so that reading one does not wait for the disk. A damaged file is moved aside, and a new one
/// has the values that could be read of it.
final class ValueFile: Sendable {
  /// "UDFV", for programs that show what kind of file a database is.
  private static let application = 0x5544_4656
  /// The `user_version` of the database. 0 means 1.
  private static let format = 1
  /// Seconds. A program that this process is starting holds its locks for a moment.
  private static let patience = 0.1

  private let file: OwnedFile
  private let database: Guarded<DatabaseQueue>
  // Not with the database, so that reading does not wait for writing.
  private let values: Guarded<[String: [UInt8]]>

  /// Whether a folder has such a file, or one that a new one takes over.
  static func exists(in folder: String) -> Bool {
    ["kv.sqlite", "kv.sqlite.new", FormerValueLog.name].contains { access("\(folder)/\($0)", F_OK) == 0 }
  }

  /// Opens the file, or makes it together with its folder.
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
    values = Guarded(try Self.load(database.withLock { $0 }, file.path))
  }

  deinit { try? database.withLock { try $0.close() } }

  func value(of key: String) -> Value { values.withLock { $0[key] }.map(TapeReader.value) ?? .none }

  var keys: [String] { values.withLock { Array($0.keys) } }

  /// Sets a value, or with `.none` removes it. It is on the disk when this returns.
  func set(_ value: Value, of key: String) throws(StorageFailure) {
    let stored = StoredValue(key, TapeWriter.bytes(of: value))
    try database.withLock { queue throws(StorageFailure) in
      do { try queue.write { try stored.write($0) } } catch { throw StorageFailure(error, in: file.path) }
      values.withLock { $0[key] = value == .none ? nil : stored.bytes }
    }
  }

  // MARK: opening

  /// Opens the database and checks all of it.
  private static func open(_ file: OwnedFile) throws(StorageFailure) -> DatabaseQueue {
    // SQLite takes an empty file for an empty database.
    guard file.size != 0 else { throw .corrupt(file.path, "it is empty") }
    do {
      let queue = try SQLiteStorage.open(file.path, patience: patience)
      do {
        try queue.inDatabase { db in
          try SQLiteStorage.checkApplication(db, application, "it does not hold values")
          // Before the tables, because a newer format may have others.
          let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
          guard found <= format else {
            throw StorageFailure.newer(file.path, "has format \(found), and this app knows those up to \(format)")
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

  private static func load(_ queue: DatabaseQueue, _ path: String) throws(StorageFailure) -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    do {
      try queue.inDatabase { db in
        try StoredValue.each(db) { row in
          if let row { values[row.key] = row.bytes }
        }
      }
    } catch {
      throw StorageFailure(error, in: path)
    }
    return values
  }

  /// Moves a damaged file aside, and makes a new one with the values that can be read of it.
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
      // All values before the damage were read. After any other error the file stays as it is.
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
