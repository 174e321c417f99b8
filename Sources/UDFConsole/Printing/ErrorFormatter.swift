import UDFHost

/// Writes an error for a person: its message, the first line set off by colour, and the traceback if asked for.
struct ErrorFormatter: Sendable {
  var palette = Palette.plain
  var showsTraceback = false

  func text(_ error: HostError) -> String {
    // An error tells names and values of the data, which must not command the terminal.
    var lines = error.message.split(separator: "\n", omittingEmptySubsequences: false).map(\.cleaned)
    lines[0] = palette.red(lines[0])
    if showsTraceback, let traceback = error.traceback {
      lines += traceback.split(separator: "\n").map { palette.dim("  \($0.cleaned)") }
    }
    return lines.joined(separator: "\n")
  }
}
