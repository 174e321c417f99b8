import LuaRuntime
import UDF
import UDFServices

extension AppHost {
  /// Runs a line or chunk of Lua that begins at `line` of `name`; only ``HostHandle/interrupt()`` ends one that loops.
  public func evaluate(_ source: String, name: String = "prompt", line: Int = 1) -> Evaluation {
    do throws(HostError) { try requireOwner() } catch { return .failed(error) }
    guard !dispatcher.isBusy, machine.depth == 0 else {
      return .failed(
        HostError(code: "usage", message: "\(name): a script is running; nothing can be evaluated inside it"))
    }
    guard !dispatcher.isStopped else {
      return .failed(HostError(code: "usage", message: "\(name): this host was stopped"))
    }
    let chunk: LuaReference
    do throws(LuaError) { chunk = try prompt.compile(source, name: name, line: line) } catch {
      return error.reason == .incomplete ? .incomplete : .failed(HostError(error))
    }
    dispatcher.refusal = nil
    defer { table.close(run: nil) }
    do throws(LuaError) {
      try machine.run(chunk, phase: .prompt)
      prompt.keepResult()
      let results = try machine.results(display: true)
      guard results == [.map([:])], let shown = try prompt.shown() else { return .value(results) }
      return .value([shown])
    } catch {
      // What refused an action is known in full; Lua only passed its text on.
      if let refusal = dispatcher.refusal, refusal.message == error.message { return .failed(refusal) }
      return .failed(HostError(error, notes: prompt.notes(on: error)))
    }
  }

  /// Raises a view event, as `cart.tap`. Throws a ``HostError`` if there is no such event or its action is refused;
  /// returns false if the event maps to no action.
  @discardableResult
  public func event(_ name: String, _ fields: Record = [:]) throws -> Bool {
    try requireOwner()
    if let answer = try screenStack.sceneEvent(name, fields) { return answer }
    return try viewEvents.raise(name, fields, origin: .event, screen: 0)
  }

  // MARK: host functions

  func call(_ number: Int32, _ arguments: [Value]) -> HostAnswer {
    if number >= HostFunction.require.rawValue {
      return loader.require(arguments.first ?? .none, from: Int(number - HostFunction.require.rawValue))
    }
    switch HostFunction(rawValue: number) {
    case .suggest:
      let (name, known) = (arguments.first?.text ?? "", arguments.last?.texts.sorted() ?? [])
      return .values([
        .string(didYouMean(name, among: known)), suggestion(for: name, among: known).map(Value.string) ?? .none,
      ])
    case .site: return .values([.string(machine.callSite)])
    case .service, .pull:
      guard machine.phase != .reducer, machine.phase != .view, machine.phase != .event else {
        return .failure(
          "services are not available in a reducer, view or event map: they only compute. Call them in an effect of the action instead."
        )
      }
      guard machine.phase != .load else {
        return .failure("services are not there yet while files load: call them in a method or an effect")
      }
      return number == HostFunction.pull.rawValue ? pullStream(arguments) : callService(arguments)
    case .sleep: return effects.sleep(arguments)
    case .spawn: return effects.spawn(arguments)
    case .later: return sendLater(arguments)
    case .join: return effects.join(arguments)
    case .effect: return effects.label()
    case .cancelTask: return effects.cancelTask(arguments)
    case .cancel: return effects.cancel(arguments)
    case .log: return log(arguments)
    case .progress: return effects.progress(arguments)
    case .before: return before(arguments)
    case .trace:
      let texts = arguments.compactMap(\.text)
      var fields = Record()
      if let effect = effects.effect { fields["action"] = .string(effect.fullName) }
      emit(.log(level: "trace", message: texts.joined(separator: ": "), fields: fields))
      return .values([])
    case .print:
      emit(
        machine.phase == .prompt
          ? .print(arguments.first?.text ?? "") : .log(level: "info", message: arguments.first?.text ?? "", fields: [:])
      )
      return .values([])
    case .view: return answer { [try arguments.first?.text.map(view(of:)) ?? views()] }
    case .computed: return answer { [try computed(arguments.first?.text ?? "")] }
    case .event:
      guard let name = arguments.first?.text else { return .failure("event takes a name: event(\"cart.tap\", { … })") }
      let given = arguments.count > 1 ? arguments[1] : .none
      guard given == .none || given == .list([]) || given.kind == "table" else {
        return .failure(.string("event takes fields second, a table with names; got \(given.shown)"))
      }
      return answer {
        try event(name, given.fields)
        return []
      }
    case .settle: return settle(arguments)
    case .link:
      return answer {
        let target = try target(of: arguments.first?.text ?? "")
        return [.string(target.route), .map(target.params)]
      }
    case .linkParams:
      // What is no pattern is refused with the routes of the app.
      let names = (arguments.first?.text).flatMap { try? LinkPattern($0) }?.names ?? []
      return .values([.list(names.map(Value.string))])
    case .title:
      effects.run?.title = arguments.first?.text
      return .values([])
    case .screen: return answer { [try screenState()] }
    case .reply: return engines.reply(arguments)
    case .called: return sessions.calls.called(arguments)
    case .answered: return sessions.calls.answered(arguments)
    case .test, .compare: return test?.call(number, arguments) ?? .values([])
    case .require, nil: return .values([])
    }
  }

  private func answer(_ body: () throws -> [Value]) -> HostAnswer {
    do { return .values(try body()) } catch let error as HostError {
      dispatcher.refusal = error
      return .failure(.map(["message": .string(error.message)]))
    } catch { return .failure(.string(String(describing: error))) }
  }

  private func log(_ arguments: [Value]) -> HostAnswer {
    guard let level = arguments.first?.text.flatMap(LogLevel.init) else {
      let given = (arguments.first ?? .none).shown
      let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
      return .failure(.string("log takes a level first, one of \(levels); got \(given)"))
    }
    let message = arguments.count > 1 ? arguments[1] : .string("")
    switch message {
    case .map, .list: return .failure(.string("log takes a text second, and fields after it; got \(message.shown)"))
    default: break
    }
    var fields = Record()
    if arguments.count > 2, arguments[2] != .none, arguments[2] != .list([]) {
      guard case .map(let given) = arguments[2] else {
        return .failure(.string("log takes fields third, a table with names; got \(arguments[2].shown)"))
      }
      fields = given
    }
    emit(.log(level: level.rawValue, message: message.text ?? message.shown, fields: fields))
    return .values([])
  }

  private func settle(_ arguments: [Value]) -> HostAnswer {
    guard machine.phase == .prompt else { return .failure("settle waits for effects, so only the prompt may call it") }
    let given = arguments.first ?? .none
    guard let seconds = given == .none ? 5 : given.double, seconds >= 0 else {
      return .failure(.string("settle takes seconds, a number from 0 on, got \(given.shown)"))
    }
    do throws(HostError) { try refuseInThePast("settle") } catch { return .failure(.string(error.message)) }
    if settle(timeout: seconds) { return .values([]) }
    let names = unsettled
    return .failure(
      .string(
        """
        effects did not settle within \(seconds) s\(names.isEmpty ? "" : ": \(names)")
          To fix this, wait longer, as in settle(60), or mark effects that never end with udf.background.
        """))
  }
}
