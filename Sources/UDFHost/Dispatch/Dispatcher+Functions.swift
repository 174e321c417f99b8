import LuaRuntime

extension Dispatcher: HostFunctionProvider {
  var functions: [HostFunction: HostFunctions.Body] { [.later: sendLater] }

  /// Implements `send(function)`. The arguments are the number of the function's coroutine and the feature's name.
  private func sendLater(_ arguments: [Value]) -> HostAnswer {
    guard case .integer(let id)? = arguments.first, let feature = arguments.last?.text else { return .values([]) }
    do throws(HostError) { try refuse("send") } catch {
      machine.drop(LuaMachine.TaskID(id))
      return .failure(.string(error.message))
    }
    effects.sendLater(
      LuaMachine.TaskID(id), by: feature, generation: tree.generation(of: feature), owner: ownerOfScript)
    return .values([])
  }

  /// Returns the number of an action type; -1 if the app has no such action.
  func number(of type: String) -> Int32 { tree.actions.number(of: type) ?? -1 }

  /// Returns the slice of a feature; nil if there is none.
  func slice(_ feature: String) -> (any Slice)? { tree.slices[feature] }

  /// Whether effects, flows or reducers besides this number of reducers handle an action type.
  func hasListeners(of type: String, besides reducers: Int) -> Bool {
    tree.actions.number(of: type).map { tree.actions[$0].hasListeners(besides: reducers) } ?? false
  }

  /// Measures the costs of reducers and effects with this profiler; nil: no longer.
  func measure(with profiler: Profiler?) {
    effects.profiler = profiler
    tree.profiler = profiler
  }

  /// Returns the result of a host function. An error refuses the action that the script sends.
  func answer(_ body: () throws -> [Value]) -> HostAnswer {
    do { return .values(try body()) } catch let error as HostError {
      refusal = error
      return .failure(["code": .string(error.code), "message": .string(error.message)])
    } catch { return .failure(.string(String(describing: error))) }
  }

  /// Throws a ``HostError`` after the host was stopped; `what` names the action or command in the error.
  func refuseIfStopped(_ what: String) throws(HostError) {
    if isStopped { throw HostError(usage: "\(what): this host was stopped") }
  }

  /// Throws a ``HostError`` while an action is dispatched or a script runs; `what` names the command in the error.
  func refuseInScript(_ what: String) throws(HostError) {
    if isBusy || machine.depth > 0 {
      throw HostError(usage: "\(what): an action or a script is running; try again when it has ended")
    }
  }
}
