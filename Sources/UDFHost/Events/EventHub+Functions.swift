import LuaRuntime
import UDFServices

extension EventHub: HostFunctionProvider {
  package var functions: [HostFunction: HostFunctions.Body] { [.log: log, .print: print, .write: write] }

  /// `log(level, message, fields)`.
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
    emit(.log(level: level.rawValue, message: message.printedText ?? message.shown, fields: fields))
    return .values([])
  }

  /// `print(values…)`: outside of the prompt, emits a line of the log.
  private func print(_ arguments: [Value]) -> HostAnswer {
    let text = arguments.map { $0.printedText ?? LuaText.written($0, key: LuaText.label) }.joined(separator: "\t")
    for text in line.add(text + "\n", atPrompt: machine.phase == .prompt) { emit(text) }
    return .values([])
  }

  /// `write(text)`: as `print`, without the end of the line.
  private func write(_ arguments: [Value]) -> HostAnswer {
    for text in line.add(arguments.first?.printedText ?? "", atPrompt: machine.phase == .prompt) { emit(text) }
    return .values([])
  }
}
