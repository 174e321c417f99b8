import Platform

/// An invalid use of a store: what it was, its consequence, and how to fix it.
///
///     store.onMisuse = { misuse in
///       Misuse.print(misuse)
///       if misuse.kind == .runawayLoop { reportBug(misuse.message) }
///     }
///
/// A misuse never stops the program. The store reports it through ``Store/onMisuse`` and continues.
public struct Misuse: Sendable, Equatable, CustomStringConvertible {
  /// The kind of misuse.
  public enum Kind: Sendable, Equatable {
    /// A reducer sent an action itself.
    case sendInReducer
    /// Actions caused each other beyond the store's limit.
    case runawayLoop
    /// An action was for a key, an index or an optional that does not exist.
    case missingElement
    /// A reducer gave an element another key.
    case changedKey
    /// A flow got an event without an answer, or answered with an impossible step.
    case navigation
    /// Undo or redo was requested while an action was being processed.
    case travelWhileBusy
    /// A use case gave an output at the wrong time, or ended without a final output.
    case useCaseOutput
    /// A reducer read the store's state instead of its argument.
    case stateInReducer
    /// Code outside of the owner used the store directly.
    case foreignCaller
    /// The work of an effect threw an error without a handler.
    case uncaughtError
  }

  /// The kind, for programs.
  public let kind: Kind
  /// The text for people, several lines.
  public let message: String
  /// The whole text: ``message``, preceded by `fileID:line:` if the place is known.
  public let description: String

  /// Writes the misuse to standard error.
  public static func print(_ misuse: Misuse) { print(misuse.description) }

  /// Writes a text and a line break to standard error.
  package static func print(_ text: String) {
    let text = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, text, text.count)
  }

  static func sendInReducer(_ action: some Any, at location: SourceLocation?) -> Misuse {
    sendInReducer(name(of: action), "return it as an effect: return .send(action)", at: location)
  }

  static func thunkInReducer(at location: SourceLocation) -> Misuse {
    sendInReducer("a thunk", "return its effect from the reducer", at: location)
  }

  private static func sendInReducer(_ subject: String, _ fix: String, at location: SourceLocation?) -> Misuse {
    Misuse(
      .sendInReducer, subject, "sent from inside a reducer", at: location,
      outcome: "It was refused; the reducer continues and its own action is kept.", fix: fix)
  }

  static func runawayLoop(_ action: some Any, limit: Int, dropped: Int, at location: SourceLocation?) -> Misuse {
    Misuse(
      .runawayLoop, name(of: action), "one send caused more than \(limit) further actions", at: location,
      outcome: "What still waited (\(dropped)) was dropped; the state keeps what was reduced before.",
      fix: "find the subscriber, middleware or effect that answers each action with another one")
  }

  static func missingElement(_ action: some Any, _ problem: String, at location: SourceLocation?) -> Misuse {
    Misuse(
      .missingElement, name(of: action), problem, at: location,
      outcome: "The action was ignored and the state is unchanged.",
      fix: "send it while the element is there, and in `combined` put a parent that removes elements after the child")
  }

  static func changedKey(_ action: some Any, _ problem: String, at location: SourceLocation?) -> Misuse {
    Misuse(
      .changedKey, name(of: action), problem, at: location,
      outcome: "The element is as it was, and what the action would have started was not.",
      fix: "remove the element and insert it with its new key")
  }

  static func unansweredEvent(_ event: some Any, at location: SourceLocation) -> Misuse {
    navigation(
      Misuse.name(of: event), "no flow answers it", at: location,
      fix: "answer it in the flow; with no steps, if it leads nowhere")
  }

  static func deadLink(_ link: String, at location: SourceLocation) -> Misuse {
    navigation(
      "link \(link)", "it leads nowhere", at: location,
      fix: "give the flow a screen for such links: flow.notFound { … }")
  }

  static func impossibleStep(_ cause: String, _ error: NavigationError, at location: SourceLocation) -> Misuse {
    navigation(cause, error.problem, at: location, fix: error.fix)
  }

  private static func navigation(
    _ subject: String, _ problem: String, at location: SourceLocation, fix: String
  ) -> Misuse {
    Misuse(.navigation, subject, problem, at: location, outcome: "The path is unchanged.", fix: fix)
  }

  static func travelWhileBusy(_ request: String, at location: SourceLocation?) -> Misuse {
    Misuse(
      .travelWhileBusy, request, "requested while an action is being processed", at: location,
      outcome: "It was refused; the action continues.", fix: "request it after the outermost send has returned")
  }

  static let stateInReducer = Misuse(
    .stateInReducer, "store.state", "read from inside a reducer", at: nil,
    outcome: "The value may lack what the reducer has written.",
    fix: "use the state that the reducer has as its argument")

  static func foreignCaller(_ call: String, outcome: String, at location: SourceLocation?) -> Misuse {
    Misuse(
      .foreignCaller, call, "called by code that does not run on the store's owner", at: location,
      outcome: outcome, fix: "call it on the actor or thread that made the store, or send through store.handle")
  }

  package static func uncaughtError(_ error: any Error, in effect: String = "an effect") -> Misuse {
    Misuse(
      .uncaughtError, effect, "its work threw \(error)", at: nil,
      outcome: "This work has ended; what it had sent is kept.",
      fix: "handle the error: .run { … } catch: { error, send in … }")
  }

  static func useCaseOutput(
    _ useCase: String, _ problem: String, at location: SourceLocation, outcome: String
  ) -> Misuse {
    Misuse(
      .useCaseOutput, "use case \(useCase)", problem, at: location, outcome: outcome,
      fix: "let it give at most one start, before all else, and then exactly one output that ends it")
  }

  private init(
    _ kind: Kind, _ subject: String, _ problem: String, at location: SourceLocation?, outcome: String, fix: String
  ) {
    self.kind = kind
    message = """
      \(subject): \(problem)
        \(outcome)
        To fix this, \(fix)
      """
    description = (location.map { "\($0.fileID):\($0.line): " } ?? "") + message
  }

  /// `CartAction.add` for a case of an enum; otherwise the description of the value.
  package static func name(of action: some Any) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return String(describing: action) }
    return "\(type(of: action)).\(mirror.children.first?.label ?? String(describing: action))"
  }
}
