/// "Did you mean": finds the known name that is nearest to what was typed.
package enum Spelling {
  /// The nearest candidate, if it is near enough to be what was meant; of several the first.
  ///
  ///     Spelling.closest(to: "stat", among: ["help", "state"])   // "state"
  package static func closest(to word: String, among candidates: [String]) -> String? {
    let limit = max(1, min(word.count, 9) / 3)
    let rated = candidates.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
    let best = rated.min { $0.distance < $1.distance }
    if let best, best.distance <= limit { return best.name }
    // Half a word is no typing error, but what it begins is clear.
    return word.count >= 2 ? candidates.first { $0.hasPrefix(word) } : nil
  }

  /// How many characters must be inserted, removed, replaced or swapped with their neighbour.
  static func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left)
    let b = Array(right)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
