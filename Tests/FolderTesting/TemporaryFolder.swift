import Platform

/// A temporary folder for one test, removed with its content when the object is released.
package final class TemporaryFolder: Sendable {
  package struct Failure: Error {
    package var call: String
    package var code: Int32
  }

  package let path: String

  package init() throws {
    var template = Array("/tmp/udfhost-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { _ = FolderTree.remove(path) }

  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  @discardableResult
  package func save(_ text: String, to name: String) throws -> String {
    try save(bytes: text.utf8, to: name)
  }

  @discardableResult
  package func save(bytes: some Collection<UInt8>, to name: String) throws -> String {
    let file = self(name)
    for (index, character) in zip(name.indices, name) where character == "/" {
      guard mkdir(self(String(name[..<index])), 0o755) == 0 || errno == EEXIST else {
        throw Failure(call: "mkdir for \(file)", code: errno)
      }
    }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(call: "open \(file)", code: errno) }
    defer { close(descriptor) }
    guard Array(bytes).withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
      throw Failure(call: "write \(file)", code: errno)
    }
    return file
  }

  /// The contents of a file; nil if it cannot be read.
  package func bytes(of name: String) -> [UInt8]? { Descriptor(self(name), O_RDONLY)?.rest }

  /// Runs a program in this folder and waits for it.
  package func run(_ arguments: String...) throws {
    var pointers = (["sh", "-c", "cd \"$0\" && exec \"$@\"", path] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    var code = posix_spawnp(&process, "sh", nil, nil, &pointers, environ)
    guard code == 0 else { throw Failure(call: arguments[0], code: code) }
    while waitpid(process, &code, 0) < 0, errno == EINTR {}
    guard code == 0 else { throw Failure(call: "\(arguments)", code: code) }
  }
}
