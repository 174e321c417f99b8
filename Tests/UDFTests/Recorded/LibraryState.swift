/// A state with a member of every sort that is noted differently.
struct LibraryState: Equatable {
  var name = ""
  var count = 0
  var isOpen = false
  var shelves: [String] = []
  var desk = Desk()

  /// Kept in hundredths, so that a write goes through a setter.
  var fee: Double {
    get { Double(cents) / 100 }
    set { cents = Int(newValue * 100) }
  }

  /// Remembers how often it was written, so that taking a write back by writing again would show.
  var note = "" {
    didSet { notes += 1 }
  }

  private(set) var notes = 0
  var cents = 0

  struct Desk: Equatable {
    var number = 0
    var ledger = Ledger()
  }
}
