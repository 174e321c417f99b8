import UDFCommands

/// Collects lines.
@MainActor
final class LineCollector: LineOutput {
  private var lines: [String] = []

  func line(_ text: String) { lines.append(text) }
  func flush() {}

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
