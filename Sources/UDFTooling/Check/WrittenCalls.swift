/// The actions that code sends and the services that it calls, as far as its source shows them.
struct WrittenCalls {
  /// The full types of the actions.
  var sends: Set<String> = []
  /// The names of the services.
  var services: Set<String> = []
  /// Whether the code may send or call more than its source shows.
  var isOpen = false

  mutating func formUnion(_ other: WrittenCalls) {
    sends.formUnion(other.sends)
    services.formUnion(other.services)
    isOpen = isOpen || other.isOpen
  }
}
