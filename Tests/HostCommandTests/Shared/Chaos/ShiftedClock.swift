import Glibc

/// The time of day of a process, which a test sets while the process runs. The process preloads a library, and other clocks are the
/// machine's.
struct ShiftedClock {
  struct Failure: Error, CustomStringConvertible { let description: String }

  private let file: String
  private let library: String

  /// - Parameter name: of the file in the folder.
  init(_ name: String, in folder: AppFolder) throws {
    file = "\(folder.path)/\(name)"
    library = try ShiftedClock.built(in: folder)
    set(days: 0)
  }

  func set(days: Int) {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    // In place, because the process has mapped the file.
    let seconds = Int64(days) * 86_400
    _ = withUnsafeBytes(of: seconds) { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// The variables of the environment with which the process starts.
  var variables: [String: String] { ["LD_PRELOAD": library, "SHIFTED_CLOCK": file] }

  /// Compiles the library with the compiler that comes with Swift, unless the folder has it.
  private static func built(in folder: AppFolder) throws -> String {
    let library = "\(folder.path)/shifted_clock.so"
    if access(library, R_OK) == 0 { return library }
    let source = DocumentationBlock.root + "/Tests/ShiftedClock/shifted_clock.c"
    let command = "clang -shared -fPIC -O1 -Wall -Wextra -Werror '\(source)' -o '\(library)'"
    guard system(command) == 0 else { throw Failure(description: "failed: \(command)") }
    return library
  }
}
