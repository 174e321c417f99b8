import Platform
import UDFStorage

/// The file `NAME.sqlite` or `NAME.json` that a collection had before it shared its address with others.
///
/// The file is locked until this value is released.
struct FormerCache {
  /// The mutations of outbox and dead letters have no bodies.
  let contents: CacheContents
  private let owned: OwnedFile?
  private let file: SQLiteFile?
  private let kept: KeptChanges?
  private let json: FormerJSONCache?
  private let isDamaged: Bool

  /// nil if the collection has no such file. Throws if the file has a newer format or schema, or if another process has
  /// it open.
  ///
  /// - Parameter patience: seconds to wait for a process with an earlier version that has the file open.
  init?(of collection: SyncCollection, patience: Double) throws(CacheFailure) {
    let path = "\(collection.folder)/\(collection.name).\(SQLiteStorage.suffix)"
    // The second file exists if a process ended while it replaced the first one. The owner of the file completes the
    // replacement.
    guard ([path, "\(path).new"] as [String]).contains(where: { access($0, F_OK) == 0 }) else {
      guard let json = try FormerJSONCache(of: collection, patience: patience) else { return nil }
      (self.json, kept, contents) = (json, json.kept, json.kept.contents)
      (owned, file, isDamaged) = (nil, nil, false)
      return
    }
    json = nil
    let owned = try OwnedFile(
      collection.name, in: collection.folder, suffix: SQLiteStorage.suffix, companions: SQLiteStorage.companions,
      patience: patience)
    self.owned = owned
    let database = collection.alone
    do throws(CacheFailure) {
      guard owned.size != 0 else { throw .corrupt(owned.path, "it is empty") }
      let file = try SQLiteFile(at: owned.path, of: database, patience: patience)
      (self.file, kept, contents, isDamaged) = (file, nil, file.contents, false)
    } catch {
      guard error.code == .corrupt else { throw error }
      let kept = try SQLiteFile.salvage(at: owned.path, of: database)
      (file, self.kept, contents, isDamaged) = (nil, kept, kept.contents, true)
    }
  }

  func mutation(_ id: Int64) throws(CacheFailure) -> Mutation? {
    if let file { return try file.mutations([id]).first }
    return kept?.mutations.first { $0.id == id }
  }

  func deadLetter(_ id: Int64) throws(CacheFailure) -> DeadLetter? {
    if let file { return try file.deadLetters([id]).first }
    return kept?.deadLetters.first { $0.mutation.id == id }
  }

  /// Returns rows after a position. A damaged file and a JSON file return none.
  func rows(after position: RowPosition, limit: Int) throws(CacheFailure) -> [StoredRow] {
    try file?.rows(after: position, limit: limit) ?? []
  }

  /// Renames the file, so that it is imported only once. Returns a notice for the user.
  func setAside(into path: String) throws(CacheFailure) -> String {
    if let json { return json.setAside(isImported: true) }
    guard let owned else { return "" }
    file?.close()
    let aside = try owned.moveAside(to: isDamaged ? "damaged" : "imported")
    return """
      \(owned.path): was imported into \(path)\(isDamaged ? ", except for a damaged part," : "") and renamed to \(aside). \
      Changes that were kept: \(contents.outbox.count) pending, \(contents.deadLetters.count) refused
      """
  }
}
