import LuaRuntime

extension AppHost {
  /// From now on it is told what happens.
  func add(_ witness: any Witness) {
    witnesses.append(witness)
    setWitnessing()
  }

  func remove(_ witness: any Witness) {
    witnesses.removeAll { $0 === witness }
    setWitnessing()
  }

  private func setWitnessing() {
    settleTelling()
    // While another one listens, calls under way still have an answer to come.
    if witnesses.isEmpty { witnessed = [:] }
    guard let toggle = prelude["witness"] else { return }
    _ = try? machine.call(toggle, [.boolean(!witnesses.isEmpty)])
  }

  /// `called(service, method, arguments…)` gives the number of the call.
  func called(_ arguments: [Value]) -> HostAnswer {
    guard arguments.count >= 2, let service = arguments[0].text, let method = arguments[1].text else {
      return .values([])
    }
    lastCall += 1
    let call = WitnessedCall(
      number: lastCall, service: service, method: method, arguments: Array(arguments.dropFirst(2)),
      action: effects.run?.action, run: effects.run?.number, time: configuration.clock.now)
    witnessed[lastCall] = call
    for witness in witnesses { witness.called(call, in: self) }
    return .values([.integer(Int64(lastCall))])
  }

  /// A run has ended: nobody goes on through what it did not go through to the end.
  func endIterators(of run: Int) {
    let open = witnessed.values.filter { $0.run == run && $0.isIterator }
    for call in open.sorted(by: { $0.number < $1.number }) { _ = answered([.integer(Int64(call.number)), "end"]) }
  }

  /// `answered(number, how, values…)`: `how` is true, or false for what was raised. Of an iterator it is "iterator", then for each
  /// step "asked" and "item", and "end", with what was raised if that ended it.
  func answered(_ arguments: [Value]) -> HostAnswer {
    guard let number = arguments.first?.integer, var call = witnessed.removeValue(forKey: number) else {
      return .values([])
    }
    call.take(arguments[1], Array(arguments.dropFirst(2)), time: configuration.clock.now, turn: turns)
    if call.outcome == nil {
      witnessed[number] = call
    } else {
      for witness in witnesses { witness.answered(call, in: self) }
    }
    return .values([])
  }
}
