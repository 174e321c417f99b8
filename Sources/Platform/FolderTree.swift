/// Visits and removes folders with their content. Links are not followed.
package enum FolderTree {
  /// Calls `body` with the status of the folder and of everything in it.
  package static func visit(_ path: String, _ body: (stat) -> Void) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    body(status)
    guard status.st_mode & S_IFMT == S_IFDIR else { return }
    for name in Folder.allNames(in: path) ?? [] { visit("\(path)/\(name)", body) }
  }

  /// Removes a file, or a folder with its content. Returns false if that fails, with the reason in `errno`.
  package static func remove(_ path: String) -> Bool {
    guard Folder.exists(path, followingLinks: false) else { return unlink(path) == 0 }
    for name in Folder.allNames(in: path) ?? [] where !remove("\(path)/\(name)") { return false }
    return rmdir(path) == 0
  }
}

extension stat {
  /// The modification time in seconds since 1970.
  package var modificationTime: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
