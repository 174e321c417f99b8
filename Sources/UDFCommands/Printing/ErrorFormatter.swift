import UDFHost

/// Formats an error for people: its message with a coloured first line, and the traceback if requested.
package struct ErrorFormatter: Sendable {
  var palette: Palette
  var showsTraceback: Bool

  package init(palette: Palette = .plain, showsTraceback: Bool = false) {
    (self.palette, self.showsTraceback) = (palette, showsTraceback)
  }

  package func text(_ error: HostError) -> String {
    var lines = error.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] = palette.red(lines[0])
    if showsTraceback, let traceback = error.traceback {
      lines += traceback.split(separator: "\n").map { palette.dim("  \($0)") }
    }
    return lines.joined(separator: "\n")
  }
}
