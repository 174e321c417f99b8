/// The smallest unit of a source, such as a name, a number or an operator.
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
