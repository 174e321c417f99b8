import Synchronization
import UDFConsole

/// A `-e` or `-f` with its position on the command line, which two separate options would lose.
struct OrderedPiece: Sendable {
  /// Counts the pieces, because the parser makes them in the order of the command line.
  private static let made = Atomic<Int>(0)

  let piece: ConsoleOptions.Piece
  let order: Int

  init(_ piece: ConsoleOptions.Piece) {
    self.piece = piece
    order = Self.made.add(1, ordering: .relaxed).newValue
  }
}
