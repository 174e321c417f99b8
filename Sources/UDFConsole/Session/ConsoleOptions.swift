/// How a session runs: what the command line said, without the app.
///
///     var options = ConsoleOptions()
///     options.pieces = [.expression("state.cart.total")]
public struct ConsoleOptions: Sendable {
  /// Something to run without a prompt.
  public enum Piece: Sendable, Equatable {
    case expression(String)
    /// A file of Lua; `-` reads standard input line by line.
    case file(String)
  }

  /// Run in this order; with none, standard input is read.
  public var pieces: [Piece] = []
  /// One JSON object a line on standard output.
  public var json = false
  /// Action and change lines in batch, and tracebacks of errors.
  public var verbose = false
  /// Seconds that batch waits at its end for effects.
  public var settle = 5.0
  /// Batch goes on after an error.
  public var keepGoing = false
  /// Batch stays until it is interrupted.
  public var keepAlive = false
  /// Colour at a terminal, unless `NO_COLOR` is set.
  public var allowsColour = true

  public init() {}
}
