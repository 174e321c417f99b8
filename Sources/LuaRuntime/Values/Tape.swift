/// The tags of the kernel's byte form, as in `tape.h`.
enum Tape {
  /// More than the 200 tables that plain data may be nested, so that the kernel refuses what reaches this limit.
  static let depthLimit = 256
  static let none: UInt8 = 0
  static let `false`: UInt8 = 1
  static let `true`: UInt8 = 2
  static let integer: UInt8 = 3
  static let float: UInt8 = 4
  static let string: UInt8 = 5
  static let list: UInt8 = 6
  static let map: UInt8 = 7
  static let null: UInt8 = 8
  static let opaque: UInt8 = 9
  static let container: UInt8 = 10
}
