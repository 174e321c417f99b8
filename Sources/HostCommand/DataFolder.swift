import Platform

/// The folder that `--data` names.
enum DataFolder {
  /// Throws a ``UsageError`` if data cannot be written there: services that notice it at their first write would answer
  /// until then as if nothing had been stored.
  static func requireUsable(_ path: String) throws(UsageError) {
    if path.isEmpty { throw UsageError("--data: name a folder") }
    var nearest = path
    while access(nearest, F_OK) != 0 {
      guard let slash = nearest.lastIndex(of: "/") else {
        nearest = "."
        break
      }
      nearest = slash == nearest.startIndex ? "/" : String(nearest[..<slash])
    }
    guard Folder.exists(nearest) else {
      throw UsageError("--data: \(path) cannot be a folder, because \(nearest == path ? "it" : nearest) is a file")
    }
    if access(nearest, W_OK | X_OK) == 0 { return }
    throw UsageError("--data: \(path) cannot be written: \(nearest): \(String(cString: strerror(errno)))")
  }
}
