import Platform
import UDFStorage

/// The data folder of an app.
public struct KeptData: Sendable, Equatable {
  /// The folder, absolute.
  public var folder: String
  /// The app's name.
  public var app: String
  /// The absolute path of the app's file; nil in folders of earlier versions, which are named after the app only.
  public var file: String?

  /// The total bytes of all files, and the latest modification time in seconds since 1970.
  package var extent: (bytes: Int, lastUse: Double) {
    var (bytes, lastUse) = (0, 0.0)
    FolderTree.visit(folder) { status in
      if status.st_mode & S_IFMT == S_IFREG { bytes += Int(status.st_size) }
      lastUse = max(lastUse, Double(status.modificationTime))
    }
    return (bytes, lastUse)
  }

  /// Whether the app's file still exists; nil if its path is unknown.
  package var hasApp: Bool? { file.map { access($0, F_OK) == 0 } }

  /// Whether the folder is empty.
  var isEmpty: Bool { (Folder.allNames(in: folder) ?? []).isEmpty }

  /// Removes the files of hosts in a folder that no host has open: rows of features that no longer exist, damaged files, and files of
  /// earlier versions. Other files stay.
  package static func removeUnused(in folder: String) throws(ServiceError) {
    for (folder, prefix) in [(folder, "kv."), ("\(folder)/sync", "")] {
      let names = (Folder.allNames(in: folder) ?? []).filter { $0.hasPrefix(prefix) && $0 != "." && $0 != ".." }
      var locks: [FileLock] = []
      var used: Set<String> = []
      for name in names where name.hasSuffix(FileLock.suffix) {
        let file = String(name.dropLast(FileLock.suffix.count))
        do throws(StorageFailure) { locks.append(try FileLock(of: "\(folder)/\(file)")) } catch {
          used.formUnion((SQLiteStorage.companions + ["", FileLock.suffix]).map { file + $0 })
        }
      }
      defer { withExtendedLifetime(locks) {} }
      for name in names where !used.contains(name) {
        guard unlink("\(folder)/\(name)") == 0 || [ENOENT, EISDIR, EPERM].contains(errno) else {
          throw ServiceError(.system("\(folder)/\(name)"))
        }
      }
    }
  }

  /// Locks all files of the folder until the result is released, so that no app host can open them. Throws if one has a file open.
  package func locked() throws(StorageFailure) -> [FileLock] {
    var locks: [FileLock] = []
    for folder in [folder, "\(folder)/sync"] {
      for name in Folder.allNames(in: folder) ?? [] where name.hasSuffix(FileLock.suffix) {
        locks.append(try FileLock(of: "\(folder)/\(name.dropLast(FileLock.suffix.count))"))
      }
    }
    return locks
  }
}
