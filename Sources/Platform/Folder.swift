/// Lists folders.
package enum Folder {
  /// The names in a folder, sorted, without hidden ones; empty if the folder cannot be read.
  package static func names(in path: String) -> [String] {
    (allNames(in: path) ?? []).filter { !$0.hasPrefix(".") }
  }

  /// All names in a folder, sorted; nil if the folder cannot be read, with the reason in `errno`.
  package static func allNames(in path: String) -> [String]? {
    guard let handle = opendir(path) else { return nil }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether `path` is a folder.
  package static func exists(_ path: String, followingLinks: Bool = true) -> Bool {
    var status = stat()
    let result = followingLinks ? stat(path, &status) : lstat(path, &status)
    return result == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
