// Checks mutations of several rows, if the server supports them.
extension SyncCheckRun {
  func checkAll() async {
    guard takesAll else {
      return ledger.skip(
        [.mutationAll, .mutationAllRefused], "the server does not offer this: its answer has no \"all\": true")
    }
    guard let textField, !ledger.isBroken(.mutationPatch) else { return }
    await checkOrder(textField)
    await checkAllRefused(textField)
  }

  /// Makes a new row, changes it, and changes another one.
  private func checkOrder(_ textField: String) async {
    let key = "\(name)-4"
    madeKeys.insert(key)
    let all = mutation([
      CheckedMutation.Part(operation: .put, key: key, row: row(key)),
      CheckedMutation.Part(operation: .patch, key: key, row: [textField: Self.changedText]),
      CheckedMutation.Part(operation: .patch, key: keys[1], row: [textField: Self.changedText]),
    ])
    guard let (answer, results) = await push(.mutationAll, [all]), results.problem == nil else { return }
    if let code = results.code(all.id) {
      return ledger.expect(.mutationAll, false, evidence(answer, "refused with \"\(code)\""))
    }
    guard await advance(.mutationAll) else { return }
    for key in [key, keys[1]] {
      ledger.expect(
        .mutationAll, has(key, [textField: Self.changedText]),
        evidence(answer, "the row \"\(key)\" came back as \(shown(key))"))
    }
    expectConfirmed(first, answer)
  }

  /// Changes a row together with an absent one, which most servers refuse.
  private func checkAllRefused(_ textField: String) async {
    let absent = "\(name)-absent"
    guard known[absent]?.row == nil, let before = known[keys[1]] else { return }
    let all = mutation([
      CheckedMutation.Part(operation: .patch, key: keys[1], row: [textField: "changed by a refused mutation"]),
      CheckedMutation.Part(operation: .patch, key: absent, row: [textField: Self.changedText]),
    ])
    guard let (answer, results) = await push(.mutationAllRefused, [all]), results.problem == nil else { return }
    guard results.code(all.id) != nil else {
      madeKeys.insert(absent)
      return ledger.skip([.mutationAllRefused], "the server does not refuse a patch of an absent row")
    }
    guard await advance(.mutationAllRefused) else { return }
    ledger.expect(
      .mutationAllRefused, known[keys[1]]?.version == before.version,
      evidence(answer, "mutation \(all.id) was refused, and the row \"\(keys[1])\" came back as \(shown(keys[1]))"))
    expectConfirmed(first, answer)
  }
}
