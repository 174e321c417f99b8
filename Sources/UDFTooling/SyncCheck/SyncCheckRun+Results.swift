// Checks the optional members of results: the row, its version, its key, and the results of several changes.
extension SyncCheckRun {
  func checkResults(_ results: CheckedResults, to mutations: [CheckedMutation], _ answer: CheckedAnswer) {
    for mutation in mutations {
      guard let result = results.members[mutation.id], result["code"] == nil else { continue }
      guard mutation.parts.count > 1 else {
        checkResult(result, of: mutation.parts[0], answer)
        continue
      }
      guard let all = result["all"] else { continue }
      let objects = all.items?.compactMap(\.members) ?? []
      let isWhole = objects.count == mutation.parts.count && objects.count == all.items?.count
      ledger.expect(
        .resultAll, isWhole,
        evidence(answer, "\"all\" of mutation \(mutation.id) is \(all.text), expected \(mutation.parts.count) objects"))
      guard isWhole else { continue }
      for (result, part) in zip(objects, mutation.parts) { checkResult(result, of: part, answer) }
    }
  }

  private func checkResult(
    _ result: [String: JSONValue], of part: CheckedMutation.Part, _ answer: CheckedAnswer
  ) {
    var key = part.key
    if let given = result["key"] {
      let isPossible = part.operation == .put && given.key != nil
      ledger.expect(
        .resultKey, isPossible,
        evidence(answer, "a \(part.operation.rawValue) of \"\(part.key)\" got the key \(given.text)"))
      if isPossible, let given = given.key {
        ledger.expect(
          .resultKey, givenKeys[part.key] ?? given == given,
          evidence(answer, "\"\(part.key)\" got the key \(given), before it was \(givenKeys[part.key] ?? "")"))
        givenKeys[part.key] = given
        key = given
      }
    }
    if let version = result["version"] {
      ledger.expect(
        .resultVersion, version.integer ?? 0 > 0, evidence(answer, "the version of \"\(key)\" is \(version.text)"))
    }
    guard let row = result["row"] else { return }
    let isRow = row.members?[options.key]?.key == key
    ledger.expect(
      .resultRow, isRow,
      evidence(answer, "the row of \"\(key)\" is \(row.text), expected an object with this key in \"\(options.key)\""))
    guard isRow, let row = row.members, let version = result["version"]?.integer, version > 0 else { return }
    returned.append(ReturnedRow(key: key, version: version, row: row, answer: answer))
  }

  /// Compares the rows that results have returned with the rows of the page that was read after them.
  func checkReturnedRows() {
    for row in returned {
      let (present, answer) = (known[row.key], row.answer)
      ledger.expect(
        .resultVersion, present?.version ?? 0 >= row.version,
        evidence(
          answer,
          "the row \"\(row.key)\" was returned with version \(row.version), and the next page has version \(present?.version ?? 0)"
        ))
      guard let present, present.version == row.version else { continue }
      ledger.expect(
        .resultRow, present.row == row.row,
        evidence(
          answer,
          "the row \"\(row.key)\" of version \(row.version) was returned as \(JSONValue.object(row.row).text), and came back as \(shown(row.key))"
        ))
    }
    returned = []
  }
}
