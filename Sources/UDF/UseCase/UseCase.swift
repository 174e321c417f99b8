/// One thing that the app can do for its user: takes an input, works, and says with its outputs how it goes.
///
/// It knows no state and no action. Who uses it binds its outputs to actions; who composes the app may decorate it.
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
/// Each run gives at most one start, before all else, and then exactly one output that ends it. What breaks this is dropped
/// and reported as a ``Misuse`` of the store; a run that is cancelled owes nothing.
public struct UseCase<Input: Sendable, Output: UseCaseOutput>: Sendable {
  /// What traces and reports call it.
  public let name: String
  private let location: SourceLocation
  private let run: @Sendable (Input, Send<Output>) async -> Void

  /// A use case of this name.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    run: @escaping @Sendable (Input, Send<Output>) async -> Void
  ) {
    self.init(name, SourceLocation(fileID, line), run)
  }

  private init(
    _ name: String, _ location: SourceLocation, _ run: @escaping @Sendable (Input, Send<Output>) async -> Void
  ) {
    self.name = name
    self.location = location
    self.run = run
  }

  /// Does it with this input, as an effect: each output becomes an action, or none where `action` returns `nil`.
  ///
  ///     case .submit(let credentials):
  ///       return login.bind(credentials) { output in .login(output) }
  ///
  /// The outputs, bound or not, are also shown to ``Store/onOutput``.
  public func bind<Action: Sendable>(
    _ input: Input, _ action: @escaping @Sendable (Output) -> Action?
  ) -> Effect<Action> {
    .run { send in
      let outputs = UseCaseRun<Output>(name, location, tell: send.tell)
      await run(
        input,
        Send { output in
          outputs.admit(output) { if let action = action(output) { send(action) } }
        })
      outputs.finish()
    }
  }

  /// A new use case whose outputs go through `decorator`, which sees them and passes on to `next` what it likes.
  ///
  ///     let tracked = login.decorate { output, next in
  ///       analytics.track("\(output)")
  ///       next(output)
  ///     }
  public func decorate(_ decorator: @escaping @Sendable (Output, Send<Output>) -> Void) -> UseCase {
    UseCase(name, location) { input, next in
      await run(input, Send { output in decorator(output, next) })
    }
  }
}
