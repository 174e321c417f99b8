import Platform
import UDFStorage

/// The folders in which apps store their data.
package struct DataFolders {
  /// The absolute path of the folder that contains them.
  package let root: String

  package init(root: String) { self.root = root }

  /// The data folders of all apps, ordered by name.
  package var all: [KeptData] { folders(below: root, after: "") }

  /// Data folders of apps with this name whose file no longer exists, or that an earlier version made. The app may have been moved.
  /// The most recently used folder is the first.
  package func leftBehind(by app: String) -> [KeptData] {
    let left = all.filter { $0.app == app && $0.hasApp != true && !$0.isEmpty }
    return left.map { ($0, $0.extent.lastUse) }.sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// The data folder with this name or path.
  package func folder(_ name: String) -> KeptData? {
    let path = name.hasPrefix("/") ? name : "\(root)/\(name)"
    return all.first { $0.folder == path || "\($0.folder)/" == path }
  }

  /// Makes a data folder that of another app. Throws if an app host uses it, or if the app already has data.
  package func adopt(_ data: KeptData, as folder: String) throws(StorageFailure) {
    let locks = try data.locked()
    defer { withExtendedLifetime(locks) {} }
    makeFolders(String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]))
    // rename replaces an empty folder, and fails for any other one.
    guard rename(data.folder, folder) == 0 else {
      guard errno == ENOTEMPTY || errno == EEXIST else { throw .system(folder) }
      let name = folder.hasPrefix(root + "/") ? String(folder.dropFirst(root.count + 1)) : folder
      throw StorageFailure(
        .failed, "\(folder): the app has data already; to replace it: udfhost data remove \(name)")
    }
  }

  /// Removes a folder with its content. Throws if an app host uses it.
  package func remove(_ data: KeptData) throws(StorageFailure) {
    let locks = try data.locked()
    defer { withExtendedLifetime(locks) {} }
    guard FolderTree.remove(data.folder) else { throw .system(data.folder) }
  }

  /// The data folders in a folder. Links are ignored, because their targets are outside of the root.
  private func folders(below folder: String, after prefix: String) -> [KeptData] {
    (Folder.allNames(in: folder) ?? []).flatMap { name -> [KeptData] in
      let path = "\(folder)/\(name)"
      guard Folder.exists(path, followingLinks: false) else { return [] }
      if name.hasSuffix("%") { return folders(below: path, after: prefix + name.dropLast()) }
      let parts = (prefix + name).split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let app = FileName.decoded(parts[0]), DataFolder.encoded(app: app) == parts[0] else { return [] }
      if parts.count == 1 { return [KeptData(folder: path, app: app, file: nil)] }
      guard let file = FileName.decoded(parts[1]), FileName.encoded(path: file) == parts[1] else { return [] }
      return [KeptData(folder: path, app: app, file: file)]
    }
  }
}
