#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which files scripts may read: the app's folder, what is granted, and what the user named on the command line.
struct FileAccess: Sendable {
  /// The app's folder, absolute.
  let folder: String
  private let named: [String]
  private var roots: [String]

  init(folder: String, arguments: [String]) {
    self.folder = folder
    named = arguments
    roots = [folder] + arguments
  }

  /// Lets scripts reach a file or folder as well; a relative one lies in the app's folder.
  mutating func grant(_ path: String) { roots.append(absolute(path)) }

  /// The file that a script means by `path`, links followed.
  func resolve(_ path: String) throws(ServiceError) -> String {
    // What the user typed after -- is relative to where it was typed.
    let wanted = named.contains(path) ? path : absolute(path)
    guard let real = FileAccess.real(wanted) else {
      let reason = String(cString: strerror(errno))
      // Whether a file is there is not told of places that a script may not look at.
      guard !path.contains(".."), roots.contains(where: { wanted == $0 || wanted.hasPrefix($0 + "/") }) else {
        throw notGranted(path)
      }
      throw ServiceError(code: "notFound", message: "\(path): \(reason)")
    }
    for root in roots {
      guard let granted = FileAccess.real(root) else { continue }
      if real == granted || real.hasPrefix(granted == "/" ? "/" : granted + "/") { return real }
    }
    throw notGranted(path)
  }

  private func notGranted(_ path: String) -> ServiceError { Grant(.files, path).missing("read this file") }

  private func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }

  /// The path without links, nil if there is no such file.
  static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
