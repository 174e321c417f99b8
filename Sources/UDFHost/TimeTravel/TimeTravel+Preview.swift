extension TimeTravel {
  /// New code is there, of a generation: from now on idle turns look at what it makes of the past.
  func beginPreview(_ generation: Int) {
    preview = history.entries.isEmpty ? nil : Preview(generation: generation, next: history.count)
  }

  /// Looks at a little more of the past; gives what was seen when that is all of it.
  func lookBack(seconds: Double) -> ReplayPreview? {
    guard let begun = preview else { return nil }
    let looked = look(begun, seconds: seconds)
    // Who listens to what was told meanwhile may have reloaded.
    guard preview?.generation == begun.generation else { return nil }
    preview = looked.isDone ? nil : looked.preview
    return looked.isDone ? told(of: looked.preview) : nil
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
