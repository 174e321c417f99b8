import UDFCommands
import UDFHost
import UDFTooling

/// Prints the results of a replay.
@MainActor
struct ReplayReporter {
  let output: Output
  let isJSON: Bool
  let palette: Palette

  private var actions: ActionFormatter { ActionFormatter(palette: palette, width: nil, changeLimit: nil) }

  func report(_ record: ActionRecord) {
    if isJSON {
      output.line(JSONLines.action(record))
      for change in record.changes { output.line(JSONLines.change(change, of: record.n)) }
    } else {
      for line in actions.lines(record) { output.line(line) }
    }
  }

  func report(_ difference: ReplayDifference) {
    if isJSON { return output.line(JSONLines.difference(difference)) }
    let place = "\(difference.file):\(difference.line)"
    output.line("\(place): \(actions.head(difference.action)) does not do what it did when it was recorded")
    write("recorded", difference.recorded, nil)
    write("now", difference.action, difference.error)
  }

  private func write(_ title: String, _ record: ActionRecord, _ error: HostError?) {
    let formatter = ChangeFormatter(width: nil)
    var lines = record.changes.map(formatter.line)
    if record.status != .committed { lines = [palette.red(record.status.rawValue)] }
    if let error { lines += error.message.split(separator: "\n").map(String.init) }
    if lines.isEmpty { lines = ["no change"] }
    for (index, line) in lines.enumerated() {
      output.line("  \((index == 0 ? "\(title):" : "").padded(to: 9)) \(line)")
    }
  }

  /// Prints additional information.
  func note(_ text: String) {
    guard isJSON else { return output.line(palette.dim(text)) }
    output.line(JSONLines.log(level: "warning", message: text, fields: [:]))
  }

  func report(_ summary: ReplaySummary) {
    if summary.reloads > 0 {
      let times = summary.reloads == 1 ? "once" : "\(summary.reloads) times"
      note("the scripts changed \(times) while this session was recorded; all of it was replayed with the present ones")
    }
    if !summary.removedFeatures.isEmpty {
      let names = summary.removedFeatures.sorted().joined(separator: ", ")
      note("the app no longer has these features of the session: \(names); their actions count as differences")
    }
    if !summary.secrets.isEmpty {
      let names = summary.secrets.sorted().joined(separator: ", ")
      note("secrets are not recorded; placeholders replaced \(names)")
    }
    if summary.isTorn {
      note("the last line is incomplete and was skipped: the host was killed while it wrote it, or the file was cut")
    }
    if summary.isCut { note("the session has no complete action, so nothing was compared") }
    if isJSON { return output.line(JSONLines.replay(summary)) }
    let count = summary.actions.of("action")
    output.line(
      summary.isCut
        ? palette.red("✗ no action replayed")
        : summary.differing == 0
          ? palette.green("✓ \(count) replayed, no difference")
          : palette.red("✗ \(summary.differing) of \(count) \(summary.differing == 1 ? "differs" : "differ")"))
  }
}
