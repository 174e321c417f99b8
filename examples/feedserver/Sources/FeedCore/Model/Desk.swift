/// The people behind the feed: they publish, correct and withdraw, one thing at a time, the same for the same seed.
package struct Desk {
  private var random: SplitMix
  /// What is still to be published; the last comes first.
  private var drawer: [Row]

  /// `drawer` has what is still to be published, the newest first.
  package init(drawer: [Row], seed: UInt64) {
    self.drawer = drawer
    random = SplitMix(state: seed)
  }

  /// Does one thing, and says what.
  mutating func work(on feed: inout FeedModel) -> String {
    let keys = feed.keys
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      guard let row = drawer.popLast(), case .string(let id) = row["id"] else { return correct(keys, of: &feed) }
      feed.put(id, row)
      return "published \(id)"
    case 4..<6:
      guard let key = keys.randomElement(using: &random), let row = feed[key] else { return "nothing to withdraw" }
      feed.delete(key)
      // It may come back.
      drawer.insert(row, at: 0)
      return "withdrew \(key)"
    default: return correct(keys, of: &feed)
    }
  }

  private mutating func correct(_ keys: [String], of feed: inout FeedModel) -> String {
    guard let key = keys.randomElement(using: &random), var row = feed[key], case .string(let title) = row["title"]
    else { return "nothing to correct" }
    let mark = "Corrected: "
    row["title"] = .string(title.hasPrefix(mark) ? String(title.dropFirst(mark.count)) : mark + title)
    feed.put(key, row)
    return "corrected \(key)"
  }
}
