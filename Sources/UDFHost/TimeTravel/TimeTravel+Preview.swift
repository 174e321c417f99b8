extension TimeTravel {
  /// Starts the comparison of past actions with the code of a new generation. It runs in later idle turns.
  func beginPreview(_ generation: Int) {
    preview = history.entries.isEmpty ? nil : Preview(generation: generation, next: history.count)
  }

  /// The maximum time in seconds of the comparison in one turn, so that the prompt responds quickly.
  private static let previewBox = 0.005

  /// Compares some more past actions while the host is idle. After the last one, emits the report.
  func lookBack() {
    guard let begun = preview, effects.nextDue ?? 1 > 0 else { return }
    let looked = look(begun, seconds: TimeTravel.previewBox)
    // An observer may have reloaded the app during the comparison.
    guard preview?.generation == begun.generation else { return }
    preview = looked.isDone ? nil : looked.preview
    guard looked.isDone else { return }
    let report = report(of: looked.preview)
    if !report.differing.isEmpty || report.unseen > 0 { events.emit(.preview(report)) }
  }

  /// Compares all past actions at once and returns the report.
  func previewOfAll() throws(HostError) -> ReplayPreview {
    let looked = look(Preview(generation: Int(history.generation), next: history.count), seconds: .infinity)
    if looked.isDone { return report(of: looked.preview) }
    throw HostError(code: "cancelled", message: "replay: interrupted; nothing has changed")
  }

  private func look(_ begun: Preview, seconds: Double) -> (preview: Preview, isDone: Bool) {
    var preview = begun
    let start = clock.now
    var end: Double?
    var isInterrupted = false
    let isDone = history.lookBack(from: preview.next) { entry in
      // Restoring an old state takes long, so the reductions may take at least as much time as it has taken.
      let until = end ?? max(start + seconds, 2 * clock.now - start)
      end = until
      preview.next = entry.n - 1
      if preview.endless.contains(entry.id) {
        preview.unknown += 1
      } else {
        let comparison = tree.compare(entry)
        // The user has interrupted the script; the action itself is not the cause.
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
