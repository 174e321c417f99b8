import Platform
import UDFConsole
import UDFHost

/// Finds the app on the command line.
enum AppFile {
  /// Returns the file at `path`, or `app.lua` in a folder at `path`.
  static func locate(_ path: String) throws -> String {
    if Folder.exists(path) {
      let inside = path == "." ? "app.lua" : path.hasSuffix("/") ? path + "app.lua" : path + "/app.lua"
      if access(inside, F_OK) == 0 { return inside }
      throw UsageError(
        path == "."
          ? "the working folder has no app.lua\n  To fix this, name the app: APP.lua, or its folder"
          : "\(path): this folder has no app.lua")
    }
    try requireReadable(path)
    return path
  }

  /// Makes the configuration of the host, with the services of this command. Throws a ``UsageError`` if there is no
  /// such app.
  static func configuration(_ path: String) throws -> HostConfiguration {
    var configuration = HostConfiguration(app: try locate(path))
    configuration.core = ConsoleCore()
    configuration.onStuck = Console.end(stuck:)
    return configuration
  }

  /// The absolute path of the working folder.
  static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  static func requireReadable(_ path: String) throws {
    if access(path, R_OK) == 0 { return }
    let reason = errno
    guard reason == ENOENT else { throw UsageError("\(path): \(String(cString: strerror(reason)))") }
    let hint = suggestion(for: path).map { ". Did you mean \"\($0)\"?" } ?? ""
    throw UsageError("\(path): there is no such file\(hint)")
  }

  /// Returns a file or folder with a similar name in the same folder.
  private static func suggestion(for path: String) -> String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let names = Folder.names(in: folder.isEmpty ? "." : folder).filter {
      $0.hasSuffix(".lua") || Folder.exists(folder + $0)
    }
    return UDFHost.suggestion(for: name, among: names).map { folder + $0 }
  }
}
