/// The known name that the user most likely meant, or nil if none is similar.
///
/// Names that differ only in case come first, then names with the fewest typing errors (a letter too many, too few or
/// wrong, or two swapped; at most one error per three letters and three in all), then names that begin with the text or
/// that the text begins with. Of equally good names the one with the same case is returned, or else the first one in
/// order.
///
///     suggestion(for: "redcue", among: ["reduce", "effects"])   // "reduce"
package func suggestion(for name: String, among known: some Sequence<String>) -> String? {
  let typed = Array(name.lowercased().unicodeScalars)
  var best: (rank: Int, cases: Int, name: String)?
  for candidate in known where candidate != name {
    guard let rank = rank(typed, Array(candidate.lowercased().unicodeScalars)) else { continue }
    let cases = abs(candidate.count(where: \.isUppercase) - name.count(where: \.isUppercase))
    if let best, best <= (rank, cases, candidate) { continue }
    best = (rank, cases, candidate)
  }
  return best?.name
}

/// The end of an error's first line: ` Did you mean "reduce"?`; without a similar name, up to 12 known names.
///
///     didYouMean("colour", among: ["reduce", "effects"])   // " Known names: effects, reduce."
package func didYouMean(_ name: String, among known: some Sequence<String>) -> String {
  let known = Set(known).sorted()
  if let close = suggestion(for: name, among: known) { return " Did you mean \"\(close)\"?" }
  guard !known.isEmpty, known.count <= 12 else { return "" }
  return " Known names: \(known.joined(separator: ", "))."
}

/// Lower is more similar; nil: not similar.
private func rank(_ typed: [Unicode.Scalar], _ known: [Unicode.Scalar]) -> Int? {
  let farthest = 3
  let errors = distance(typed, known)
  if errors <= min(farthest, max(typed.count, known.count) / 3) { return errors }
  let (short, long) = typed.count < known.count ? (typed, known) : (known, typed)
  guard short.count >= 3, long.starts(with: short) else { return nil }
  return farthest + long.count - short.count
}

/// The restricted Damerau-Levenshtein distance: no letter is edited twice.
private func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
