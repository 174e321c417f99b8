/// The kind of a value in byte form, which is known without decoding it.
package enum TapeKind {
  case none, boolean, integer, float, string, list, map, other

  init(tag: UInt8) {
    self =
      switch tag {
      case Tape.none: .none
      case Tape.false, Tape.true: .boolean
      case Tape.integer: .integer
      case Tape.float: .float
      case Tape.string: .string
      case Tape.list: .list
      case Tape.map: .map
      default: .other
      }
  }
}
