/// One function of the app for its user: it takes an input, performs work, and reports its progress with outputs.
///
/// It uses no state or actions: a reducer binds its outputs to actions, and the composing code may decorate it.
///
///     let login = UseCase<Credentials, LoginOutput>("login") { credentials, output in
///       output(.started)
///       do {
///         output(.succeeded(try await accounts.open(credentials)))
///       } catch {
///         output(.failed("\(error)"))
///       }
///     }
///
/// Each run gives at most one start, before all other outputs, and then exactly one final output. Violations are
/// dropped and reported as a ``Misuse`` of the store. A cancelled run need not give a final output.
public struct UseCase<Input: Sendable, Output: UseCaseOutput>: Sendable {
  /// The name in traces and reports.
  public let name: String
  private let location: SourceLocation
  private let run: @Sendable (Input, Send<Output>) async -> Void
}

extension UseCase {
  /// Makes a use case with this name.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    run: @escaping @Sendable (Input, Send<Output>) async -> Void
  ) {
    self.init(name: name, location: SourceLocation(fileID, line), run: run)
  }

  /// Returns an effect that runs the use case. Each output becomes an action, or none if `action` returns `nil`.
  ///
  ///     case .submit(let credentials):
  ///       return login.bind(credentials) { output in .login(output) }
  ///
  /// ``Store/onOutput`` receives all outputs, including those without an action.
  public func bind<Action: Sendable>(
    _ input: Input, _ action: @escaping @Sendable (Output) -> Action?
  ) -> Effect<Action> {
    .run { send in
      let outputs = UseCaseRun<Output>(name, location, emit: send.emit)
      await run(
        input,
        Send { output in
          outputs.admit(output) { if let action = action(output) { send(action) } }
        })
      outputs.finish()
    }
  }

  /// Returns a use case whose outputs pass through `decorator`, which may pass to `next`, change or drop them.
  ///
  ///     let tracked = login.decorate { output, next in
  ///       analytics.track("\(output)")
  ///       next(output)
  ///     }
  public func decorate(_ decorator: @escaping @Sendable (Output, Send<Output>) -> Void) -> UseCase {
    UseCase(name: name, location: location) { input, next in
      await run(input, Send { output in decorator(output, next) })
    }
  }
}
