import UDF

/// A file that a ``FileCache`` keeps open; used on one thread after the other, never on two.
protocol CacheFile: AnyObject, SendableMetatype {
  /// What its name ends in.
  static var suffix: String { get }
  /// What the names of files that belong to it have after its own.
  static var companions: [String] { get }

  /// Makes a file without rows, which is on the disk when this returns.
  static func make(at path: String, _ contents: CacheContents, of collection: SyncCollection) throws(CacheFailure)
  /// What of a damaged file other than rows can still be trusted. Throws if it cannot be read now, which is no damage.
  static func salvage(at path: String, of collection: SyncCollection) throws(CacheFailure) -> CacheContents

  /// Opens it; waits so many seconds for a program that has it.
  init(at path: String, of collection: SyncCollection, patience: Double) throws(CacheFailure)

  /// As the last commit has left it; a notice is how it was opened.
  var contents: CacheContents { get }
  func rows(after position: RowPosition, limit: Int) throws(CacheFailure) -> [StoredRow]
  func rows(of keys: [EntityKey]) throws(CacheFailure) -> [StoredRow]
  func firstRows(_ count: Int) throws(CacheFailure) -> [StoredRow]
  func commit(_ write: CacheWrite) throws(CacheFailure) -> Int64
  func close()
}
