import UDFHost

@testable import UDFTooling

/// Files of recorded sessions.
enum SessionFuzz {
  private static let file = FuzzFile("fuzz.session")

  static func run(_ bytes: [UInt8]) {
    file.write(bytes)
    guard var reader = try? SessionReader(file.path) else { return }
    while let entry = try? reader.next() {
      if case .action(let action) = entry { _ = try? reader.changes(of: action) }
    }
  }
}
