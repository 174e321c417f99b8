/// Hints from polling each file's size and modification time, for mounts that send no events.
final class PollingEvents: FileEvents {
  private struct Signatures {
    var latest: FileSignature?
    var hinted: FileSignature?
  }

  /// Some file systems store times in steps of two seconds, so two saves within that time can have the same signature.
  private static let coarsestTime: Duration = .seconds(3)

  let descriptor: Int32 = -1
  let interval: Duration? = .milliseconds(100)
  private var signatures: [String: Signatures] = [:]

  func watch(_ files: some Collection<String>) {
    var current: [String: Signatures] = [:]
    for file in files {
      let signature = FileSignature(file)
      current[file] = signatures[file] ?? Signatures(latest: signature, hinted: signature)
    }
    signatures = current
  }

  func touched() -> Set<String> {
    var result: Set<String> = []
    for (file, known) in signatures {
      let signature = FileSignature(file)
      signatures[file]?.latest = signature
      // A save is complete when two polls in a row see the same signature, or none.
      guard signature == known.latest else { continue }
      let isRecent = signature.map { $0.age > .zero - Self.coarsestTime && $0.age < Self.coarsestTime } ?? false
      guard signature != known.hinted || isRecent else { continue }
      signatures[file]?.hinted = signature
      result.insert(file)
    }
    return result
  }
}
