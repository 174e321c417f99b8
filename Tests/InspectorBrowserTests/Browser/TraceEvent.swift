import Foundation

/// Something that a thread of Chromium has done.
struct TraceEvent {
  let name: String
  let process: Int
  let thread: Int
  /// Milliseconds.
  let start: Double
  let end: Double
  /// The milliseconds of processor time, which do not depend on what else the machine does.
  let work: Double

  /// Reads a message of chromedriver's performance log; nil if it is no finished event.
  init?(message: String) {
    let log = try? JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any]
    guard let inner = log?["message"] as? [String: Any], inner["method"] as? String == "Tracing.dataCollected",
      let event = inner["params"] as? [String: Any], event["ph"] as? String == "X",
      let name = event["name"] as? String, let process = event["pid"] as? Int, let thread = event["tid"] as? Int,
      let start = event["ts"] as? Double
    else { return nil }
    (self.name, self.process, self.thread) = (name, process, thread)
    self.start = start / 1000
    end = self.start + (event["dur"] as? Double ?? 0) / 1000
    work = (event["tdur"] as? Double ?? 0) / 1000
  }

  /// Returns how long the thread of the animation frames has worked between each two of the last frames, in milliseconds.
  static func work(ofLastFrames count: Int, in events: [TraceEvent]) -> [Double] {
    let frames = events.filter { $0.name == "FireAnimationFrame" }.sorted { $0.start < $1.start }.suffix(count)
    guard let first = frames.first else { return [] }
    let tasks = events.filter {
      $0.name == "RunTask" && $0.process == first.process && $0.thread == first.thread && $0.end > first.start
    }
    return zip(frames, frames.dropFirst()).map { frame, next in
      // A frame's callback runs inside of a task, which began before it.
      tasks.filter { $0.end > frame.start && $0.end <= next.start }.reduce(0) { $0 + $1.work }
    }
  }
}
