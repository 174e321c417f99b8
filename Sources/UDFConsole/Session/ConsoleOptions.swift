/// The options of a session: the command line without the app.
///
///     var options = ConsoleOptions()
///     options.pieces = [.expression("state.cart.total")]
public struct ConsoleOptions: Sendable {
  /// An input that runs without a prompt.
  public enum Piece: Sendable, Equatable {
    case expression(String)
    /// A Lua file; `-` reads standard input line by line.
    case file(String)
  }

  /// The pieces run in this order. Without pieces, standard input is read.
  public var pieces: [Piece] = []
  /// Whether standard output has one JSON object a line.
  public var json = false
  /// Whether batch prints actions and changes, and errors have tracebacks.
  public var verbose = false
  /// The maximum time in seconds that batch waits for effects.
  public var settle = 5.0
  /// Whether batch continues after an error.
  public var keepGoing = false
  /// Whether batch continues after its last piece until it is interrupted.
  public var keepAlive = false
  /// Whether colour is used at a terminal, unless `NO_COLOR` is set.
  public var allowsColour = true

  public init() {}
}
