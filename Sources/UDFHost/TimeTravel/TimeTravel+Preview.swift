extension TimeTravel {
  /// New code is there, of a generation: from now on idle turns look at what it makes of the past.
  func beginPreview(_ generation: Int) {
    preview = history.entries.isEmpty ? nil : Preview(generation: generation, next: history.count)
  }

  /// Seconds that looking back may take in one turn, so that a prompt stays quick.
  private static let previewBox = 0.005

  /// Reduces some more past actions with the new code while the host is idle, and reports after the last one.
  func lookBack() {
    guard let begun = preview, effects.nextDue ?? 1 > 0 else { return }
    let looked = look(begun, seconds: TimeTravel.previewBox)
    // An observer of an event may have reloaded meanwhile.
    guard preview?.generation == begun.generation else { return }
    preview = looked.isDone ? nil : looked.preview
    guard looked.isDone else { return }
    let report = report(of: looked.preview)
    if !report.differing.isEmpty || report.unseen > 0 { events.emit(.preview(report)) }
  }

  /// The report of all past actions, at once.
  func previewOfAll() throws(HostError) -> ReplayPreview {
    let looked = look(Preview(generation: Int(history.generation), next: history.count), seconds: .infinity)
    if looked.isDone { return report(of: looked.preview) }
    throw HostError(code: "cancelled", message: "replay: interrupted; nothing was done anew")
  }

  private func look(_ begun: Preview, seconds: Double) -> (preview: Preview, isDone: Bool) {
    var preview = begun
    let start = clock.now
    var end: Double?
    var isInterrupted = false
    let isDone = history.lookBack(from: preview.next) { entry in
      // Moving to the past and back takes longer the longer the past is: reducing takes at least as long as moving did.
      let until = end ?? max(start + seconds, 2 * clock.now - start)
      end = until
      preview.next = entry.n - 1
      if preview.endless.contains(entry.id) {
        preview.unknown += 1
      } else {
        let comparison = tree.compare(entry)
        // An interrupt, which is not the result of this action.
        if comparison.error?.code == "cancelled" {
          preview.next = entry.n
          isInterrupted = true
          return false
        }
        if comparison.isUnknown {
          preview.unknown += 1
          preview.endless.insert(entry.id)
        } else {
          preview.count += 1
          if comparison.differs { preview.differing.append(entry.n) }
        }
      }
      return clock.now < until
    }
    return (preview, isDone && !isInterrupted)
  }

  private func report(of preview: Preview) -> ReplayPreview {
    // Actions that were undone meanwhile are left out.
    let past = preview.differing.reversed().filter { history.entry($0) != nil }
    return ReplayPreview(
      generation: preview.generation, actions: preview.count, differing: past,
      unseen: history.dropped + preview.unknown)
  }
}
