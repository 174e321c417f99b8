/// Which files scripts may reach: the app's folder, what is granted, and what the user named on the command line.
struct FileAccess: Sendable {
  private let folder: String
  private let named: [String]
  private var roots: [String]

  /// - Parameter folder: the app's, absolute.
  init(folder: String, arguments: [String]) {
    self.folder = folder
    named = arguments
    roots = [folder] + arguments
  }

  /// Lets scripts reach a file or folder as well; a relative one lies in the app's folder.
  mutating func grant(_ path: String) { roots.append(absolute(path)) }

  /// The place that a script means by `path`, links followed; whether anything is there is for the store to say, and
  /// only of places that the script may look at.
  func place(of path: String, in store: any FileStore) throws(ServiceError) -> FilePlace {
    // What the user typed after -- is relative to where it was typed.
    let wanted = named.contains(path) ? path : absolute(path)
    if !path.isEmpty, !path.utf8.contains(0), let real = real(wanted, in: store) {
      for root in roots {
        guard let root = self.real(root, in: store) else { continue }
        let prefix = root == "/" ? root : root + "/"
        guard real == root || real.hasPrefix(prefix) else { continue }
        return FilePlace(root: root, steps: real.dropFirst(prefix.count).split(separator: "/").map(String.init))
      }
    }
    throw Grant(.files, path).missing("reach this file")
  }

  /// The real path of what is there, with the names of what is not.
  private func real(_ path: String, in store: any FileStore) -> String? {
    var existing = path[...]
    var missing = ""
    while true {
      if let real = store.realPath(existing.isEmpty ? "/" : String(existing)) {
        return real == "/" ? missing : real + missing
      }
      let name = existing[(existing.lastIndex(of: "/").map(existing.index(after:)) ?? existing.startIndex)...]
      // Nobody can tell where that leads.
      guard name != "..", let slash = existing.lastIndex(of: "/") else { return nil }
      if !name.isEmpty, name != "." { missing = "/\(name)\(missing)" }
      existing = existing[..<slash]
    }
  }

  private func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }
}
