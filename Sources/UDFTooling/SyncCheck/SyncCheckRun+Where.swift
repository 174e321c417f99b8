import UDFNetwork

extension SyncCheckRun {
  private static let allRules: [SyncRule] = [.whereRows, .whereDifference, .whereLeft]

  /// Checks the parameters of a server that supports them.
  func checkWhere() async {
    guard offersWhere else {
      return ledger.skip(Self.allRules, "the server does not support where")
    }
    guard let (field, wanted, other) = twoValues() else {
      return ledger.skip(Self.allRules, "the server has fewer than two rows, and none were made")
    }
    guard let place = await expectRows(.whereRows, since: nil, [field: wanted]) else { return }
    // If the rows are wrong, the difference between parameters cannot be checked.
    guard !ledger.isBroken(.whereRows) else { return }
    await expectRows(.whereDifference, since: place, [field: other])
    await checkLeft()
  }

  /// Returns a field and two of its values in known rows. If no other field has two values, returns the key field.
  private func twoValues() -> (field: String, wanted: JSONValue, other: JSONValue)? {
    let rows = known.sorted { $0.key < $1.key }.compactMap(\.value.row)
    let fields = Set(rows.flatMap(\.keys)).subtracting([options.key]).sorted() + [options.key]
    for field in fields {
      let values = rows.compactMap { $0[field] }.filter { $0.string != nil || $0.integer != nil || $0.bool != nil }
      if let wanted = values.first, let other = values.first(where: { $0 != wanted }) { return (field, wanted, other) }
    }
    return nil
  }

  /// Expects all known rows that match and no others, and returns the last token. A server may refuse a token of other
  /// parameters.
  @discardableResult
  private func expectRows(_ rule: SyncRule, since: String?, _ filter: [String: JSONValue]) async -> String? {
    var (token, seen) = (since, Set<String>())
    for _ in 0..<100 {
      let allowed: Set<Int> = since == nil ? [] : [409, 410]
      guard let answer = await request(rule, since: token, filter: filter, allowing: allowed) else { return nil }
      guard answer.status == 200 else {
        ledger.expect(rule, true, evidence(answer, ""))
        return nil
      }
      guard let page = page(in: answer, since: token, limit: 1000), let next = page.next else { return nil }
      let foreign = page.lines.first { $0.row.map { !Self.matches($0, filter) } ?? false }
      ledger.expect(rule, foreign == nil, evidence(answer, "the row \"\(foreign?.key ?? "")\" does not match"))
      for line in page.lines { if line.row == nil { seen.remove(line.key) } else { seen.insert(line.key) } }
      token = next
      guard !page.hasMore else { continue }
      var missing = known.filter { key, known in
        !seen.contains(key) && known.row.map { Self.matches($0, filter) } ?? false
      }.keys.sorted()
      // Other clients may have changed some of these rows meanwhile.
      if !missing.isEmpty, await advance(rule) {
        missing.removeAll { known[$0]?.row.map { !Self.matches($0, filter) } ?? true }
      }
      ledger.expect(
        rule, missing.isEmpty, evidence(answer, "\(missing.count) rows are missing, such as \"\(missing.first ?? "")\"")
      )
      return next
    }
    return nil
  }

  /// Changes a row of the check so that it no longer matches.
  private func checkLeft() async {
    if options.isReadOnly { return ledger.skip([.whereLeft], "--read-only sends no mutations") }
    guard let textField, !ledger.isBroken(.mutationPatch), let row = known[keys[1]]?.row, let text = row[textField],
      text.string != nil
    else { return ledger.skip([.whereLeft], "there is no row with a text field that can be patched") }
    let filter = [options.key: JSONValue.string(keys[1]), textField: text]
    guard let place = await expectRows(.whereRows, since: nil, filter),
      let (_, results) = await push(
        .whereLeft, [mutation(.patch, keys[1], [textField: "changed so that it does not match"])]),
      results.problem == nil, results.code(lastIDs[first] ?? 0) == nil,
      let answer = await request(.whereLeft, since: place, filter: filter),
      let page = page(in: answer, since: place, limit: 1000)
    else { return }
    ledger.expect(
      .whereLeft, page.lines.contains { $0.key == keys[1] && $0.row == nil },
      evidence(answer, "expected [version, \"\(keys[1])\"], because the row no longer matches"))
  }

  private static func matches(_ row: [String: JSONValue], _ filter: [String: JSONValue]) -> Bool {
    filter.allSatisfy { row[$0.key] == $0.value }
  }
}
