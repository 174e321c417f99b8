import UDFHost

/// Formats the report of an undo, a redo or a return to a past point:
///
///     ↶ #3 cart/add {qty=2, sku="A1"}                            2 changes, undone
///        cart.total: 39.8 → 0
///        #5 stock/updated now differs
///        effect of a/load (#4) was cancelled by #3 and does not run
package struct RebaseFormatter: Sendable {
  var palette: Palette
  /// The width of a line in columns; nil writes values completely.
  var width: Int?
  /// The maximum number of changes that are shown; nil shows all.
  var changeLimit: Int?
  var values: ValueFormatter

  package init(
    palette: Palette = .plain, width: Int? = 80, changeLimit: Int? = 20, values: ValueFormatter = ValueFormatter()
  ) {
    (self.palette, self.width, self.changeLimit, self.values) = (palette, width, changeLimit, values)
  }

  package func lines(_ report: RebaseReport, of command: RebaseCommand) -> [String] {
    let actions = ActionFormatter(palette: palette, width: width, values: values)
    let isOfLog = command == .confirm
    let undo = report.host.map { "[log \($0)] ↶ " } ?? "↶ "
    let restored = actions.summaries(report.restored) { record in
      isOfLog ? record.origin == .log ? actions.tag(ofHostOf: record) + " " : "" : "↷ "
    }
    return actions.summaries(report.removed) { _ in undo } + restored
      + ChangeFormatter(palette: palette, values: values, width: width).lines(report.changes, limit: changeLimit)
      + differences(report)
      + (isOfLog ? names(of: report.refusals) : refusals(report)) + notes(report) + wayBack(report, from: command)
  }

  /// The actions that were left out because the new state refuses them.
  package func refusals(_ report: RebaseReport) -> [String] {
    report.refusals.flatMap { refusal in
      ["   #\(refusal.n) \(refusal.type) is refused now, and left out:"]
        + ErrorFormatter(palette: palette).text(refusal.error).split(separator: "\n").map { "     \($0)" }
    }
  }

  /// Without reasons: a warning of the shared log has the reason for an own action, and the sender's host that for another one.
  private func names(of refusals: [ReplayReport.Refusal]) -> [String] {
    refusals.map { "   " + palette.dim("#\($0.n) \($0.type) is refused now") }
  }

  private func differences(_ report: RebaseReport, limit: Int = 5) -> [String] {
    let shown = report.differing.prefix(limit).map { action in
      "   " + palette.dim("#\(action.record.n) \(action.record.type) now differs")
    }
    let more = report.differing.count - shown.count
    return shown + (more > 0 ? ["   " + palette.dim("… \(more) more")] : [])
  }

  /// A return to a past point may remove many actions by mistake.
  private func wayBack(_ report: RebaseReport, from command: RebaseCommand) -> [String] {
    guard command == .resume, !report.removed.isEmpty else { return [] }
    return ["   " + palette.dim(":redo restores \(report.removed.count == 1 ? "it" : "them")")]
  }

  private func notes(_ report: RebaseReport) -> [String] {
    let restored = Set(report.restored.map(\.n))
    let lost = report.lostEffects.map { loss in
      if loss.isOfUndo {
        let isBack = restored.contains(loss.n)
        return "\(loss.effect) (#\(loss.n)) was cancelled\(isBack ? " by the undo, and does not run again" : "")"
      }
      let how = loss.manner == .cancelled ? "was cancelled by" : "did not begin because of"
      return "\(loss.effect) (#\(loss.n)) \(how) #\(loss.by), and does not run"
    }
    let calls = report.calls.map { "\($0.service).\($0.method) was called by #\($0.n) and cannot be undone" }
    return (lost + calls).map { "   " + $0 }
  }
}
