/// Which files scripts may reach: the app's folder, what is granted, and what the user named on the command line.
struct FileAccess: Sendable {
  private let folder: String
  private let modules: [String]
  private let named: [String]
  private var granted: [String]

  /// - Parameters:
  ///   - folder: the app's, absolute.
  ///   - modules: the files that the app consists of, in its folder.
  init(folder: String, modules: [String] = [], arguments: [String]) {
    self.folder = folder
    self.modules = modules
    named = arguments
    granted = arguments
  }

  /// Lets scripts reach a file or folder as well; a relative one lies in the app's folder.
  mutating func grant(_ path: String) { granted.append(absolute(path)) }

  /// The place that a script means by `path`, links followed; whether anything is there is for the store to say, and
  /// only of places that the script may look at. The app's code it may not change, or it could grant itself anything.
  func place(
    of path: String, in store: any FileStore, isWriting: Bool = false
  ) throws(ServiceError) -> FilePlace {
    // What the user typed after -- is relative to where it was typed.
    let wanted = named.contains(path) ? path : absolute(path)
    if !path.isEmpty, !path.utf8.contains(0), let real = real(wanted, in: store) {
      let own = place(of: real, below: folder, in: store)
      let isCode = isWriting && own != nil && isCode(real, in: store)
      if let own, !isCode { return own }
      if let place = granted.lazy.compactMap({ place(of: real, below: $0, in: store) }).first { return place }
      if isCode { throw Grant(.files, path).missing("change code, which is not data") }
    }
    throw Grant(.files, path).missing("reach this file")
  }

  private func place(of real: String, below root: String, in store: any FileStore) -> FilePlace? {
    guard let root = self.real(root, in: store) else { return nil }
    let prefix = root == "/" ? root : root + "/"
    guard real == root || real.hasPrefix(prefix) else { return nil }
    return FilePlace(root: root, steps: real.dropFirst(prefix.count).split(separator: "/").map(String.init))
  }

  /// Also what is not loaded may be, by the next reload; some disks take big letters for small ones.
  private func isCode(_ real: String, in store: any FileStore) -> Bool {
    real.lowercased().hasSuffix(".lua") || modules.contains { store.realPath("\(folder)/\($0)") == real }
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
