/// The content hashes of one file that are not reported.
///
/// The same content is never reported twice in a row, even if the caller still passes an older one as loaded. Otherwise a
/// load that fails before it reaches this file would be retried forever.
struct KnownContent {
  private var ignored: [UInt64]
  private var reported: UInt64?

  init(loaded: UInt64) { ignored = [loaded] }

  mutating func load(_ content: UInt64) { ignored = [content] + (reported.map { [$0] } ?? []) }

  /// Stores the hash of the current content. Returns true if the content must be reported.
  mutating func observe(_ content: UInt64) -> Bool {
    let isNew = !ignored.contains(content)
    reported = isNew || content == reported ? content : nil
    ignored = [content]
    return isNew
  }
}
