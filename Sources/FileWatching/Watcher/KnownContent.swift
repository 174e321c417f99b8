/// Which contents of one file need no report.
///
/// A content is never reported twice in a row, even when the caller goes on naming an older one as loaded:
/// otherwise a load that fails before it reaches this file would be retried for ever.
struct KnownContent {
  private var quiet: [UInt64]
  private var reported: UInt64?

  init(loaded: UInt64) { quiet = [loaded] }

  mutating func load(_ content: UInt64) { quiet = [content] + (reported.map { [$0] } ?? []) }

  /// Takes note of what the file holds now; true when that is to be reported.
  mutating func observe(_ content: UInt64) -> Bool {
    let isNews = !quiet.contains(content)
    reported = isNews || content == reported ? content : nil
    quiet = [content]
    return isNews
  }
}
