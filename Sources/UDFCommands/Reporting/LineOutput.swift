/// Receives lines of text.
@MainActor
package protocol LineOutput: AnyObject {
  /// Adds a line, without its line break.
  func line(_ text: String)
  /// Writes the lines that were added so far as one block.
  func flush()
}
