/// Hints from looking at each file's size and times, for mounts that send no events.
final class PollingEvents: FileEvents {
  private struct Look {
    var seen: FileSignature?
    var hinted: FileSignature?
  }

  /// Times may be as coarse as two seconds, so until then a second save can look like the first.
  private static let coarsestTime: Duration = .seconds(3)

  let descriptor: Int32 = -1
  let interval: Duration? = .milliseconds(100)
  private var looks: [String: Look] = [:]

  func watch(_ files: some Collection<String>) {
    var current: [String: Look] = [:]
    for file in files {
      let signature = FileSignature(file)
      current[file] = looks[file] ?? Look(seen: signature, hinted: signature)
    }
    looks = current
  }

  func touched() -> Set<String> {
    var result: Set<String> = []
    for (file, look) in looks {
      let signature = FileSignature(file)
      looks[file]?.seen = signature
      // Two looks that agree: the save is over. A file is not hinted at while it is being written.
      guard let signature, signature == look.seen else { continue }
      let age = signature.age
      let isRecent = age > .zero - Self.coarsestTime && age < Self.coarsestTime
      guard signature != look.hinted || isRecent else { continue }
      looks[file]?.hinted = signature
      result.insert(file)
    }
    return result
  }
}
