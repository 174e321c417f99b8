/// The smallest part of a source that means something.
struct Token: Equatable {
  enum Kind: Equatable {
    case end
    case name(String)
    case string([UInt8])
    case integer(Int64)
    case number(Double)
    case keyword(Keyword)
    /// An operator or a bracket: `==`, `(`.
    case symbol(String)
  }

  let kind: Kind
  let position: SourcePosition
}
