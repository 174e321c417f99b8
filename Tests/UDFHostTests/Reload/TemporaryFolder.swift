import Glibc

/// A folder of its own for one test, removed with everything in it when the test lets go of it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/udfhost-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(call: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? run("rm", "-rf", path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = self(name)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemError(call: "open \(file)", code: errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SystemError(call: "write \(file)", code: errno)
    }
    return file
  }

  /// Runs a program in this folder and waits for it.
  func run(_ arguments: String...) throws {
    var pointers = (["env", "-C", path] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    var code = posix_spawnp(&process, "env", nil, nil, &pointers, environ)
    guard code == 0 else { throw SystemError(call: arguments[0], code: code) }
    while waitpid(process, &code, 0) < 0, errno == EINTR {}
    guard code == 0 else { throw SystemError(call: "\(arguments)", code: code) }
  }
}

struct SystemError: Error {
  var call: String
  var code: Int32
}
