/// One case of an action, to be taken out and put back.
///
///     static let cart = Prism(
///       extract: { if case .cart(let action) = $0 { action } else { nil } }, embed: AppAction.cart)
public struct Prism<Whole, Part>: Sendable {
  /// The part, if the whole is of this case.
  public let extract: @Sendable (Whole) -> Part?
  /// The whole that this part makes.
  public let embed: @Sendable (Part) -> Whole

  /// A prism from both directions; embedding and extracting must give the part back.
  public init(extract: @escaping @Sendable (Whole) -> Part?, embed: @escaping @Sendable (Part) -> Whole) {
    self.extract = extract
    self.embed = embed
  }

  /// A case inside this case.
  public func appending<Inner>(_ inner: Prism<Part, Inner>) -> Prism<Whole, Inner> {
    Prism<Whole, Inner>(
      extract: { extract($0).flatMap(inner.extract) }, embed: { embed(inner.embed($0)) })
  }
}

extension Prism where Whole == Part {
  /// Every action, as it is.
  public static var identity: Prism { Prism(extract: { $0 }, embed: { $0 }) }
}
