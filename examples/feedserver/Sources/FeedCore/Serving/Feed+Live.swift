import Foundation

extension Feed {
  /// How many live streams wait for a change.
  package var waitingStreams: Int { watchers.count }

  /// Lets every live stream send a comment, which shows both sides that the connection still works.
  package func beat() {
    beats += 1
    wakeStreams()
  }

  /// Opens a stream; the first event follows at once, whether there are changes or not.
  func live(_ request: FeedRequest, isCut: Bool) throws(FeedProblem) -> FeedAnswer {
    var query = try FeedQuery(request, newest: newest)
    guard query.version == .two else {
      throw FeedProblem(400, "invalid", "live streams belong to version 2 of the sync protocol; send protocol=2")
    }
    query.since = request.lastEventID ?? query.since
    // Refuses a wrong token before the stream begins.
    _ = try model.page(since: query.since, limit: 1, clients: [], filter: query.filter)
    let position = LivePosition(query: query, epoch: model.epoch, beats: beats)
    return FeedAnswer(
      status: 200, phrase: "OK", headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
      events: LiveEvents(feed: self, position: position, isCut: isCut))
  }

  /// Waits until a stream has something to send; nil if it is to end.
  func event(after position: LivePosition) async -> (bytes: Data, position: LivePosition)? {
    var position = position
    while !Task.isCancelled, position.epoch == model.epoch {
      let query = position.query
      guard
        let page = try? model.page(
          since: query.since, limit: query.limit, clients: query.clients, filter: query.filter)
      else { return nil }
      // A page in the middle does not know the mutations.
      let isNews = !page.changes.isEmpty || page.hasMore || page.mutations != position.mutations
      if isNews, let event = try? page.event(query.version, changeLines: changeLines(of: page, query.filter)) {
        position.query.since = page.next
        position.mutations = page.mutations
        position.beats = beats
        return (event, position)
      }
      if position.beats != beats {
        position.beats = beats
        return (Data(":\n".utf8), position)
      }
      await waitForChange()
    }
    return nil
  }

  /// The lines of a page's changes: encoded once for all streams that get the same changes.
  private func changeLines(of page: FeedPage, _ filter: FeedFilter) throws -> [Data] {
    let versions = page.changes.map(\.version)
    if versions != sharedLines.versions || filter != sharedLines.filter {
      sharedLines = (versions, filter, try page.changeLines())
    }
    return sharedLines.lines
  }

  /// Returns after the next change or beat, or when the task is cancelled.
  private func waitForChange() async {
    lastWatcher += 1
    let number = lastWatcher
    await withTaskCancellationHandler {
      await withCheckedContinuation { watcher in
        if Task.isCancelled { watcher.resume() } else { watchers[number] = watcher }
      }
    } onCancel: {
      Task { await self.wakeStream(number) }
    }
  }

  private func wakeStream(_ number: Int) { watchers.removeValue(forKey: number)?.resume() }

  /// Lets every waiting stream look for changes.
  func wakeStreams() {
    let waiting = watchers.values
    watchers = [:]
    for watcher in waiting { watcher.resume() }
  }
}
