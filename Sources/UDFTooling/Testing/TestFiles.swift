import Platform
import UDFHost
import UDFServices

/// The test files that a path selects: the file itself, those in a folder, or those in an app's folder and below.
struct TestFiles: Sendable {
  private static let ending = "_test.lua"

  /// The paths of the files. They start with the requested path.
  let paths: [String]
  /// The requested app, if there is one.
  private let app: String?
  private let folder: String

  init(at path: String) throws(HostError) {
    let isFolder = Folder.exists(path)
    folder = isFolder ? path : TestFiles.folder(of: path)
    app = isFolder || path.hasSuffix(TestFiles.ending) ? nil : path
    paths = path.hasSuffix(TestFiles.ending) && !isFolder ? [path] : TestFiles.below(folder)
    if paths.isEmpty {
      throw HostError(
        usage: "\(path): there are no tests\n  To fix this, write some in a file whose name ends in \(TestFiles.ending)"
      )
    }
  }

  /// Returns the app's file that a test file belongs to: the requested one, or `app.lua` in the nearest folder above
  /// it. Without an app file, the folder is still the root for `require`.
  func home(of path: String) -> (folder: String, app: String?) {
    if let app { return (folder, app) }
    let start = TestFiles.folder(of: path)
    guard let real = DiskFiles().realPath(start) else { return (start, nil) }
    var above = real
    while true {
      if access(above + "/app.lua", R_OK) == 0 { return (above, above + "/app.lua") }
      guard let slash = above.lastIndex(of: "/") else { return (folder, nil) }
      above = String(above[..<slash])
    }
  }

  /// Returns the path of a file relative to the caller's folder, from its absolute path.
  func name(of file: String) -> String {
    guard let real = DiskFiles().realPath(folder), file.hasPrefix(real + "/") else { return file }
    let inside = String(file.dropFirst(real.count + 1))
    return folder == "." ? inside : folder.hasSuffix("/") ? folder + inside : "\(folder)/\(inside)"
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Links to folders are not followed, because they may form cycles.
  private static func below(_ folder: String) -> [String] {
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    return Folder.names(in: folder).flatMap { name -> [String] in
      let path = prefix + name
      if Folder.exists(path, followingLinks: false) { return below(path) }
      return name.hasSuffix(ending) ? [path] : []
    }
  }
}
