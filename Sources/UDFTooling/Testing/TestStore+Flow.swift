import LuaRuntime
import UDFHost

extension TestStore {
  /// Explains the first of these actions that the flow itself has sent, because its cause is not an effect of a
  /// feature.
  func explanation(_ records: [ActionRecord]) -> [String] {
    guard let record = records.first(where: { $0.type.hasPrefix(FlowDefinition.feature + "/") }) else { return [] }
    let cause = record.cause.flatMap { n in host.history(last: 1) { $0.n == n }.first?.type }
    guard let cause, let event = host.answers(to: cause).first(where: { $0.kind == .emits })?.event else {
      return ["\(record.type) is sent by the flow, which keeps its path in state.nav."]
    }
    let handler = host.loadedApp.flow?.handlers.first { $0.event == event }?.place
    let place = handler.map { " (\($0.file):\($0.line))" } ?? ""
    return ["\(record.type) is sent by the flow: \(cause) is the event \(event) for it\(place)."]
  }
}
