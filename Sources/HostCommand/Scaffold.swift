import Platform
import UDFConsole
import UDFHost

/// Files to be made from templates, all of them or none.
struct Scaffold {
  private let app: String
  private let feature: String
  /// Where they go, from here; empty: here.
  private let folder: String
  private var files: [(path: String, text: String)] = []

  init(app: String, feature: String, folder: String) {
    self.app = app
    self.feature = feature
    self.folder = folder
  }

  /// Throws a ``UsageError`` that says why a name cannot be one.
  static func check(_ name: String) throws {
    if LuaName.isReserved(name) { throw UsageError("\(name): this is a word of Lua; choose another name") }
    guard LuaName.isValid(name) else {
      throw UsageError("\(name): a name has letters, digits and _, and does not begin with a digit")
    }
  }

  mutating func add(_ path: String, _ template: [UInt8]) {
    // In one pass: a name may itself contain what stands for one.
    let text = String(decoding: template, as: UTF8.self)
      .replacing(#/__(APP|FEATURE)__/#) { $0.1 == "APP" ? app : feature }
    files.append((folder.isEmpty ? path : "\(folder)/\(path)", text))
  }

  /// A feature with its tests and its service.
  mutating func addFeature() {
    add("features/\(feature).lua", PackageResources.feature_lua)
    add("features/\(feature)_test.lua", PackageResources.test_lua)
    add("services/\(feature).lua", PackageResources.service_lua)
  }

  /// Throws a ``UsageError`` and leaves nothing behind if anything is there already or cannot be made.
  func save() throws {
    for path in folder.isEmpty ? files.map(\.path) : [folder] where isThere(path) {
      throw UsageError("\(path): this is there already; nothing was written\n  To fix this, choose another name")
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

  /// Says what was made, and what comes next.
  func tell(_ next: String) {
    MainActor.assumeIsolated {
      let output = Output(descriptor: STDOUT_FILENO)
      for file in files { output.line("made \(file.path)") }
      output.line(next)
      output.end(with: .success)
    }
  }

  /// Also a link that leads nowhere.
  private func isThere(_ path: String) -> Bool {
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
