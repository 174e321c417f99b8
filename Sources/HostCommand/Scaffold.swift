import LuaRuntime
import Platform
import UDFConsole
import UDFHost

/// The files of an app or a part. All of them are written, or none.
struct Scaffold {
  private let kind: Kind
  private let name: String
  private let files: [File]

  init(_ kind: Kind, name: String) {
    (self.kind, self.name) = (kind, name)
    files = kind.files(name)
  }

  /// Throws a ``UsageError`` with the reason if a name is invalid.
  static func check(_ name: String) throws {
    if LuaName.isReserved(name) { throw UsageError("\(name): this is a keyword of Lua; choose another name") }
    guard LuaName.isValid(name) else {
      throw UsageError("\(name): a name has letters, digits and _, and does not begin with a digit")
    }
  }

  /// Throws a ``UsageError`` and writes nothing if a file exists already or cannot be written.
  func save() throws {
    for path in kind == .app ? [name] : files.map(\.path) where exists(path) {
      throw UsageError("\(path): this exists already; nothing was written\n  To fix this, choose another name")
    }
    var made: [String] = []
    do {
      for file in files {
        if let end = file.path.lastIndex(of: "/") {
          let folder = String(file.path[..<end])
          guard makeFolders(folder, mode: 0o777, didMake: { made.append($0) }) else { throw problem(folder) }
        }
        try save(file.text, to: file.path, &made)
      }
    } catch {
      for path in made.reversed() { remove(path) }
      throw error
    }
  }

  /// Prints the files and the next steps.
  func report() {
    MainActor.assumeIsolated {
      let output = Output(descriptor: STDOUT_FILENO)
      for file in files { output.line("made \(file.path)") }
      output.line("\n" + kind.next(name))
      output.end(with: .success)
    }
  }

  /// Whether a file, folder or link exists, including a link without a target.
  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func save(_ text: String, to path: String, _ made: inout [String]) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw problem(path) }
    made.append(path)
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw problem(path) }
    }
  }

  private func problem(_ path: String) -> UsageError {
    UsageError("\(path): \(String(cString: strerror(errno))); nothing was written")
  }
}
