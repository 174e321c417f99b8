/// Makes a folder and its missing parent folders. Existing folders are not changed.
///
/// - Returns: false if one cannot be made, with the reason in `errno`.
@discardableResult
package func makeFolders(_ path: String, mode: mode_t = 0o700, didMake: (String) -> Void = { _ in }) -> Bool {
  var end = path.startIndex
  while end < path.endIndex {
    end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
    let folder = String(path[..<end])
    if mkdir(folder, mode) == 0 {
      didMake(folder)
    } else if errno != EEXIST {
      // On a read-only disk, mkdir of an existing folder may fail with another error than EEXIST.
      let reason = errno
      guard access(folder, F_OK) == 0 else {
        errno = reason
        return false
      }
    }
  }
  return true
}

/// The path itself if nothing exists there; otherwise the first free one of `NAME-2`, `NAME-3`, …
package func freeName(_ name: String) -> String {
  var (free, number) = (name, 1)
  while access(free, F_OK) == 0 {
    number += 1
    free = "\(name)-\(number)"
  }
  return free
}
