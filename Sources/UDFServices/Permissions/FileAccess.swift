/// The files that scripts may access: the app's folder, granted files and folders, and files named on the command line.
struct FileAccess: Sendable {
  private let folder: String
  private let modules: [String]
  private let named: [String]
  /// The user's home folder, an absolute path; nil if it is unknown.
  private let home: String?
  private var granted: [String]

  /// - Parameters:
  ///   - folder: the app's folder, an absolute path.
  ///   - modules: the Lua files of the app, relative to its folder.
  init(folder: String, modules: [String] = [], home: String?, arguments: [String]) {
    self.folder = folder
    self.modules = modules
    self.home = home
    named = arguments
    granted = arguments
  }

  /// Grants access to a file or folder. A relative path starts at the app's folder.
  mutating func grant(_ path: String) { granted.append(absolute(path)) }

  /// Whether a file, or a folder with its whole content, is granted.
  func isGranted(_ path: String, in store: any FileStore) -> Bool {
    let real = resolved(path, in: store)
    return named.contains(path) || granted.contains { place(of: real, below: $0, in: store) != nil }
  }

  /// The absolute path of `path`, with links followed.
  func resolved(_ path: String, in store: any FileStore) -> String {
    let path = absolute(path)
    let real = real(path, in: store) ?? path
    return real.isEmpty ? "/" : real
  }

  /// Resolves a script's path, links followed. Throws if the script may not access it, before anything shows whether a file
  /// exists there. A script may not change the app's code, because it could then grant itself anything.
  func place(
    of path: String, in store: any FileStore, isWriting: Bool = false
  ) throws(ServiceError) -> FilePlace {
    // A path after -- on the command line is relative to the working directory.
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

  /// Whether the file is, or may become, code of the app. Any `.lua` file may be loaded by the next reload. The comparison ignores
  /// case, because some file systems do.
  private func isCode(_ real: String, in store: any FileStore) -> Bool {
    real.lowercased().hasSuffix(".lua") || modules.contains { store.realPath("\(folder)/\($0)") == real }
  }

  /// The real path of the existing part, followed by the path components that do not exist.
  private func real(_ path: String, in store: any FileStore) -> String? {
    var existing = path[...]
    var missing = ""
    while true {
      if let real = store.realPath(existing.isEmpty ? "/" : String(existing)) {
        return real == "/" ? missing : real + missing
      }
      let name = existing[(existing.lastIndex(of: "/").map(existing.index(after:)) ?? existing.startIndex)...]
      // The parent of a missing folder is unknown.
      guard name != ".." else { return nil }
      if !name.isEmpty, name != "." { missing = "/\(name)\(missing)" }
      // A relative path without a further folder begins in the working directory.
      if existing == "." { return nil }
      existing = existing.lastIndex(of: "/").map { existing[..<$0] } ?? "."
    }
  }

  private func absolute(_ path: String) -> String {
    if let home, path == "~" || path.hasPrefix("~/") { return home + path.dropFirst() }
    return path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }
}
