extension TimeTravel {
  /// New code is there, of a generation: from now on idle turns look at what it makes of the past.
  func beginPreview(_ generation: Int) {
    preview = history.entries.isEmpty ? nil : Preview(generation: generation, next: history.count)
  }

  /// Seconds that looking back may take in one turn, so that a prompt stays quick.
  private static let previewBox = 0.005

  /// Looks at a little more of the past if nothing else is to be done, and reports when all of it was seen.
  func lookBack() {
    guard let begun = preview, effects.nextDue ?? 1 > 0 else { return }
    let looked = look(begun, seconds: TimeTravel.previewBox)
    // Who listens to what was told meanwhile may have reloaded.
    guard preview?.generation == begun.generation else { return }
    preview = looked.isDone ? nil : looked.preview
    guard looked.isDone else { return }
    let told = told(of: looked.preview)
    if !told.differing.isEmpty || told.unseen > 0 { events.emit(.preview(told)) }
  }

  /// The whole of it at once, for who waits for it.
  func previewOfAll() throws(HostError) -> ReplayPreview {
    let looked = look(Preview(generation: Int(history.generation), next: history.count), seconds: .infinity)
    if looked.isDone { return told(of: looked.preview) }
    throw HostError(code: "cancelled", message: "replay: interrupted; nothing was done anew")
  }

  private func look(_ begun: Preview, seconds: Double) -> (preview: Preview, isDone: Bool) {
    var preview = begun
    let start = clock.now
    var end: Double?
    var isInterrupted = false
    let isDone = history.lookBack(from: preview.next) { entry in
      // The way there and back is as long as the past: at least as much is done there as getting there took.
      let until = end ?? max(start + seconds, 2 * clock.now - start)
      end = until
      preview.next = entry.n - 1
      if preview.endless.contains(entry.id) {
        preview.unknown += 1
      } else {
        let comparison = tree.compare(entry)
        // Somebody wants no more of it, which says nothing of this action.
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

  private func told(of preview: Preview) -> ReplayPreview {
    // What was taken back meanwhile is no past any more.
    let past = preview.differing.reversed().filter { history.entry($0) != nil }
    return ReplayPreview(
      generation: preview.generation, actions: preview.count, differing: past,
      unseen: history.dropped + preview.unknown)
  }
}
