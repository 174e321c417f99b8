import UDF

/// What caches on a disk have in common: one engine at a time, a new file when there is none, and a damaged one put aside.
final class FileCache<File: CacheFile>: Sendable {
  fileprivate struct Session {
    var files: CacheFiles?
    var collection: SyncCollection?
    var file: File?
    /// Why the file could not be read.
    var damage: String?
  }

  private let session = DiskQueue(Session())
  private let patience: Double

  init(patience: Double) { self.patience = patience }

  func open(_ collection: SyncCollection) async throws(CacheFailure) -> CacheContents {
    try await session.run { [patience] session throws(CacheFailure) in
      session.file?.close()
      session = Session()
      let files = try CacheFiles(
        collection, suffix: File.suffix, companions: File.companions, patience: patience)
      if files.size == nil {
        let contents = CacheContents(client: .randomClient())
        _ = try files.replace { path throws(CacheFailure) in try File.make(at: path, contents, of: collection) }
      }
      do throws(CacheFailure) {
        session.file = try File(files, collection, patience)
      } catch {
        guard error.code == .corrupt else { throw error }
        session.damage = error.message
      }
      (session.files, session.collection) = (files, collection)
      return try session.opened.contents
    }
  }

  func quarantine() async throws(CacheFailure) -> CacheContents {
    try await session.run { [patience] session throws(CacheFailure) in
      guard let files = session.files, let collection = session.collection else { throw .closed }
      session.file?.close()
      session.file = nil
      let damage = session.damage ?? CacheFailure.corrupt(files.path, "nobody knows how").message
      session.damage = damage
      let kept = try File.salvage(at: files.path, of: collection)
      let aside = try files.replace { path throws(CacheFailure) in try File.make(at: path, kept, of: collection) }
      let file = try File(files, collection, patience)
      session.file = file
      session.damage = nil
      var contents = file.contents
      contents.notice = """
        \(damage.prefix { $0 != ";" }); it is now \(aside), and all rows are fetched anew. Kept were changes that wait: \
        \(kept.outbox.count), and that were refused: \(kept.deadLetters.count)
        """
      return contents
    }
  }

  /// Does something with the open file.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (File) throws(CacheFailure) -> Value
  ) async throws(CacheFailure) -> Value {
    try await session.run { session throws(CacheFailure) in
      do throws(CacheFailure) {
        return try work(try session.opened)
      } catch {
        if error.code == .corrupt { session.damage = error.message }
        throw error
      }
    }
  }

  func close() async {
    try? await session.run { session throws(CacheFailure) in
      session.file?.close()
      session = Session()
    }
  }
}

extension FileCache.Session {
  fileprivate var opened: File {
    get throws(CacheFailure) {
      if let file { return file }
      throw damage.map { CacheFailure(.corrupt, $0) } ?? .closed
    }
  }
}

extension CacheFile {
  fileprivate init(_ files: CacheFiles, _ collection: SyncCollection, _ patience: Double) throws(CacheFailure) {
    // SQLite takes one for an empty database.
    guard files.size != 0 else { throw .corrupt(files.path, "it is empty") }
    try self.init(at: files.path, of: collection, patience: patience)
  }
}

extension CacheFailure {
  fileprivate static var closed: CacheFailure { CacheFailure(.failed, "the cache is closed; open it first") }
}
