import Foundation
import UDFNetwork

extension SyncCheckRun {
  static let mutationRules: [SyncRule] = [
    .mutationResults, .mutationPut, .mutationPatch, .mutationPatchNull, .mutationDelete, .mutationDeleteAbsent,
    .mutationOnce, .mutationNames, .mutationGaps, .mutationRefusedAgain, .mutationConfirmed, .mutationAll,
    .mutationAllRefused, .resultRow, .resultVersion, .resultKey, .resultAll, .malformedMutations, .rowVersion,
    .etagChanges, .confirmAfterRows, .liveChange, .liveMutations,
    .liveResume,
  ]
  static let changedText: JSONValue = "changed by udfhost sync-check"

  func skipMutations(_ reason: String) { ledger.skip(Self.mutationRules, reason) }

  /// The field that patches change: the last text field by name.
  var textField: String? {
    template.filter { $0.key != options.key && $0.value.string != nil }.keys.max()
  }

  /// The field that a patch removes: the first of the other fields by name.
  private var removableField: String? { template.keys.filter { $0 != options.key && $0 != textField }.min() }

  /// Makes, changes and deletes rows, and reads the results after each step.
  func mutate() async {
    guard token != nil, await makeRows() else { return }
    await checkPatches()
    await checkAgain()
    await checkNames()
    await checkRefusal()
    await checkAll()
    await checkDeletion()
    ledger.skip([.resultRow, .resultVersion, .resultKey, .resultAll], "the server's results have no such member")
    await checkMalformed()
  }

  func row(_ key: String) -> [String: JSONValue] {
    template.merging([options.key: .string(key)]) { $1 }
  }

  private func makeRows() async -> Bool {
    let puts = keys.map { mutation(.put, $0, row($0)) }
    madeKeys.formUnion(keys)
    guard let (answer, results) = await push(.mutationPut, puts) else { return false }
    if [404, 405, 501].contains(answer.status) {
      madeKeys = []
      skipMutations("the server takes no mutations: it answered \(answer.status)")
      return false
    }
    ledger.expect(.mutationResults, results.problem == nil, evidence(answer, results.problem ?? ""))
    guard answer.status == 200 else { return false }
    let code = puts.compactMap { results.code($0.id) }.first
    ledger.expect(
      .mutationPut, code == nil,
      evidence(answer, "refused with \"\(code ?? "")\"; give a row that the server accepts with --row"))
    guard code == nil, await advance(.mutationPut) else { return false }
    for key in keys {
      ledger.expect(
        .mutationPut, has(key, row(key)), evidence(answer, "the row \"\(key)\" came back as \(shown(key))"))
    }
    expectConfirmed(first, answer)
    return !ledger.isBroken(.mutationPut)
  }

  private func checkPatches() async {
    guard let textField else {
      return ledger.skip(
        [.mutationPatch, .mutationPatchNull, .mutationOnce, .mutationNames, .mutationGaps, .mutationRefusedAgain],
        "the row template has no text field; give one with --row")
    }
    var expected = row(keys[0])
    expected[textField] = Self.changedText
    await makePatch(.mutationPatch, [textField: Self.changedText], expected)
    guard let field = removableField else {
      return ledger.skip([.mutationPatchNull], "the row template has only one field; give another one with --row")
    }
    guard !ledger.isBroken(.mutationPatch) else { return }
    expected[field] = nil
    await makePatch(.mutationPatchNull, [field: .null], expected, absent: field)
  }

  private func makePatch(
    _ rule: SyncRule, _ patch: [String: JSONValue], _ expected: [String: JSONValue], absent: String? = nil
  ) async {
    let place = token.map { ($0, etag) }
    guard let (answer, results) = await push(rule, [mutation(.patch, keys[0], patch)]), results.problem == nil else {
      return
    }
    if let code = results.code(lastIDs[first] ?? 0) {
      return ledger.skip([rule], "the server refuses this patch with \"\(code)\"; give other fields with --row")
    }
    guard await advance(rule) else { return }
    let isAbsent = absent.map { known[keys[0]]?.row?[$0] == nil } ?? true
    ledger.expect(
      rule, has(keys[0], expected) && isAbsent,
      evidence(answer, "the row came back as \(shown(keys[0])), expected \(JSONValue.object(expected).text)"))
    expectConfirmed(first, answer)
    if let (earlierToken, earlierETag) = place {
      earlier = (earlierToken, earlierETag)
      await expectNewETag("a row has changed since")
    }
  }

  /// Checks that a conditional request with the state before a mutation does not get 304.
  private func expectNewETag(_ what: String) async {
    guard let earlier, let etag = earlier.etag else { return }
    let answer = await request(
      .etagChanges, since: earlier.token, headers: ["If-None-Match": etag], allowing: [304])
    guard let answer else { return }
    ledger.expect(.etagChanges, answer.status == 200, evidence(answer, "expected a page: \(what)"))
  }

  /// Sends the first mutations once more. The patched row must not change.
  private func checkAgain() async {
    guard !ledger.isBroken(.mutationPatch), let before = known[keys[0]] else { return }
    let put = CheckedMutation(id: 1, operation: .put, key: keys[0], row: row(keys[0]))
    guard let (answer, results) = await push(.mutationOnce, [put]), await advance(.mutationOnce) else { return }
    ledger.expect(
      .mutationOnce, results.problem == nil && results.code(1) == nil,
      evidence(answer, "the mutation was made before; expected the same result"))
    ledger.expect(
      .mutationOnce, known[keys[0]]?.version == before.version,
      evidence(answer, "the row changed again: \(shown(keys[0]))"))
  }

  /// The second client name also uses the id 1, and then a much larger one.
  private func checkNames() async {
    guard let textField, !ledger.isBroken(.mutationPatch) else { return }
    for (rule, id) in [(SyncRule.mutationNames, Int64(1)), (.mutationGaps, 1000)] {
      let text: JSONValue = .string("changed by \(second), \(id)")
      let patch = CheckedMutation(id: id, operation: .patch, key: keys[1], row: [textField: text])
      lastIDs[second] = id
      guard let (answer, _) = await push(rule, [patch], as: second), await advance(rule) else { return }
      ledger.expect(
        rule, known[keys[1]]?.row?[textField] == text,
        evidence(answer, "the mutation was not made; the row came back as \(shown(keys[1]))"))
      if version > 1, !ledger.isBroken(rule) { expectConfirmed(second, answer) }
    }
  }

  /// Patches an absent row, which most servers refuse.
  private func checkRefusal() async {
    guard let textField, !ledger.isBroken(.mutationPatch) else { return }
    let absent = "\(name)-absent"
    let text: JSONValue = "changed after a refusal"
    let patches = [
      mutation(.patch, absent, [textField: Self.changedText]), mutation(.patch, keys[1], [textField: text]),
    ]
    guard let (_, results) = await push(.mutationRefusedAgain, patches), results.problem == nil else { return }
    guard let code = results.code(patches[0].id) else {
      madeKeys.insert(absent)
      return ledger.skip([.mutationRefusedAgain], "the server does not refuse a patch of an absent row")
    }
    guard let (answer, again) = await push(.mutationRefusedAgain, patches), await advance(.mutationRefusedAgain)
    else { return }
    ledger.expect(
      .mutationRefusedAgain, again.code(patches[0].id) == code,
      evidence(answer, "mutation \(patches[0].id) was refused with \"\(code)\" before"))
    ledger.expect(
      .mutationRefusedAgain, known[keys[1]]?.row?[textField] == text,
      evidence(answer, "mutation \(patches[1].id) was not made; the row came back as \(shown(keys[1]))"))
  }

  private func checkDeletion() async {
    let key = keys[2]
    guard let (answer, results) = await push(.mutationDelete, [mutation(.delete, key)]), results.problem == nil,
      await advance(.mutationDelete)
    else { return }
    ledger.expect(
      .mutationDelete, results.code(lastIDs[first] ?? 0) == nil && known[key]?.row == nil,
      evidence(answer, "expected [version, \"\(key)\"] after the deletion; the row came back as \(shown(key))"))
    expectConfirmed(first, answer)
    earlier = token.map { ($0, etag) }
    guard let (absentAnswer, absent) = await push(.mutationDeleteAbsent, [mutation(.delete, key)]) else { return }
    ledger.expect(
      .mutationDeleteAbsent, absent.problem == nil && absent.code(lastIDs[first] ?? 0) == nil,
      evidence(absentAnswer, "expected a result without a code"))
    await expectNewETag("mutation \(lastIDs[first] ?? 0) was answered since")
    if await advance(.mutationConfirmed) { expectConfirmed(first, absentAnswer) }
  }

  private func checkMalformed() async {
    do throws(HTTPFailure) {
      let answer = try await server.post("mutations", "{\"client\":")
      ledger.expect(
        .malformedMutations, [400, 409, 410, 413, 422].contains(answer.status),
        evidence(answer, "got status \(answer.status)"))
      if answer.status >= 400 { checkErrorBody(answer) }
    } catch {
      fail(.malformedMutations, "POST \(server.url)/mutations {\"client\":", error)
    }
  }

  /// Deletes the rows that the check made, under client names that no broken rule affects, and records those that it
  /// could not delete.
  func cleanUp() async {
    guard !madeKeys.isEmpty else { return }
    for attempt in 1...2 {
      // A server that breaks a rule about ids or names may accept only one of the two attempts.
      let deletes = madeKeys.sorted().enumerated().map {
        CheckedMutation(id: Int64($0) + (attempt == 1 ? 1 : 10_000), operation: .delete, key: $1)
      }
      _ = await push(.mutationDelete, deletes, as: "\(name)-cleanup-\(attempt)")
      guard let rows = await allRows() else { break }
      madeKeys.formIntersection(rows)
      if madeKeys.isEmpty { return }
    }
    leftovers = madeKeys.sorted()
  }

  /// Returns the keys of all rows; nil if they cannot be read.
  private func allRows() async -> Set<String>? {
    var keys: Set<String> = []
    var token: String?
    for _ in 0..<1000 {
      guard let answer = try? await server.get("changes", query(since: token, limit: 1000)), answer.status == 200
      else { return nil }
      let page = CheckedPage(answer.body, key: options.key)
      for line in page.lines { if line.row == nil { keys.remove(line.key) } else { keys.insert(line.key) } }
      guard page.hasMore, let next = page.next else { return page.head == nil ? nil : keys }
      token = next
    }
    return nil
  }

  // MARK: helpers

  /// Returns the next mutation of the first client name.
  func mutation(
    _ operation: CheckedMutation.Operation, _ key: String, _ row: [String: JSONValue]? = nil
  ) -> CheckedMutation {
    mutation([CheckedMutation.Part(operation: operation, key: key, row: row)])
  }

  /// Returns the next mutation of the first client name, with one or several changes.
  func mutation(_ parts: [CheckedMutation.Part]) -> CheckedMutation {
    let id = (lastIDs[first] ?? 0) + 1
    lastIDs[first] = id
    for part in parts { writers[part.key] = id }
    return CheckedMutation(id: id, parts)
  }

  /// Sends mutations, and repeats those that the server has not answered. A failed request breaks `rule`.
  func push(
    _ rule: SyncRule, _ mutations: [CheckedMutation], as client: String? = nil
  ) async -> (answer: CheckedAnswer, results: CheckedResults)? {
    var rest = mutations[...]
    while true {
      let sent = Array(rest)
      let body = JSONValue.object([
        "client": .string(client ?? first), "schema": .integer(1), "mutations": .list(sent.map(\.json)),
      ])
      do throws(HTTPFailure) {
        let answer = try await server.post("mutations", body.text)
        let results = CheckedResults(answer, to: sent)
        if ![404, 405, 501].contains(answer.status) {
          ledger.expect(.mutationResults, results.problem == nil, evidence(answer, results.problem ?? ""))
        }
        checkResults(results, to: sent, answer)
        rest = rest.drop { results.isAnswered($0.id) }
        if rest.isEmpty || results.problem != nil || rest.count == sent.count { return (answer, results) }
      } catch {
        fail(rule, "POST \(server.url)/mutations \(CheckedAnswer.shortened(body.text))", error)
        return nil
      }
    }
  }

  /// Whether the row has these fields. The server may have added others.
  func has(_ key: String, _ fields: [String: JSONValue]) -> Bool {
    guard let row = known[key]?.row else { return false }
    return fields.allSatisfy { row[$0.key] == $0.value }
  }

  func shown(_ key: String) -> String {
    known[key].map { $0.row.map { JSONValue.object($0).text } ?? "deleted" } ?? "absent"
  }

  func expectConfirmed(_ client: String, _ answer: CheckedAnswer) {
    // A page without a number breaks another rule.
    guard let reported = confirmed[client] else { return }
    ledger.expect(
      .mutationConfirmed, reported == lastIDs[client],
      evidence(
        answer, "the next page reports mutation \(reported) of \(client), expected \(lastIDs[client] ?? 0)"))
  }
}
