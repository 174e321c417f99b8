import LuaRuntime
import UDF

/// The host functions of the prelude that need no state.
final class LibraryFunctions: HostFunctionProvider {
  private let machine: LuaMachine

  init(machine: LuaMachine) { self.machine = machine }

  var functions: [HostFunction: HostFunctions.Body] {
    [
      .suggest: { arguments in
        let (name, known) = (arguments.first?.text ?? "", arguments.last?.texts.sorted() ?? [])
        return .values([
          .string(didYouMean(name, among: known)), suggestion(for: name, among: known).map(Value.string) ?? .none,
        ])
      },
      .site: { [machine] _ in .values([.string(machine.callSite)]) },
      // An invalid pattern has no names here; it is refused when the routes of the app are checked.
      .linkParams: { arguments in
        let names = (arguments.first?.text).flatMap { try? LinkPattern($0) }?.names ?? []
        return .values([.list(names.map(Value.string))])
      },
    ]
  }
}
