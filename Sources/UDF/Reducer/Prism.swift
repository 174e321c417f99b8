/// Extracts and embeds the values of one case of an action. Each case with a part needs one line:
///
///     enum AppAction {
///       case cart(CartAction)
///       case row(Int, RowAction)
///       case refresh
///
///       static let cart = Prism(AppAction.cart) { if case .cart(let it) = $0 { it } else { nil } }
///       static let row = Prism(AppAction.row) { if case .row(let id, let it) = $0 { (id, it) } else { nil } }
///     }
///
/// If it is declared in an extension of `Prism`, its name alone is sufficient at the point of use:
///
///     extension Prism where Whole == AppAction {
///       static var cart: Prism<AppAction, CartAction> {
///         .init(AppAction.cart) { if case .cart(let it) = $0 { it } else { nil } }
///       }
///     }
///
///     let app: Reducer<AppState, AppAction> = cart.lifted(state: \.cart, action: .cart)
public struct Prism<Whole, Part>: Sendable {
  /// Returns the part, if the whole is of this case.
  public let extract: @Sendable (Whole) -> Part?
  /// Makes the whole from the part.
  public let embed: @Sendable (Part) -> Whole

  /// Makes a prism from both functions. Extracting an embedded part must return the same part.
  @inlinable public init(extract: @escaping @Sendable (Whole) -> Part?, embed: @escaping @Sendable (Part) -> Whole) {
    self.extract = extract
    self.embed = embed
  }

  /// Makes a prism for a case with one value.
  @inlinable public init(
    _ embed: @escaping @Sendable (Part) -> Whole, _ extract: @escaping @Sendable (Whole) -> Part?
  ) {
    self.init(extract: extract, embed: embed)
  }

  /// Makes a prism for a case with two values, such as the id of an element and its action.
  @inlinable public init<First, Second>(
    _ embed: @escaping @Sendable (First, Second) -> Whole,
    _ extract: @escaping @Sendable (Whole) -> (First, Second)?
  ) where Part == (First, Second) {
    self.init(extract: extract, embed: { embed($0.0, $0.1) })
  }

  /// Returns a prism for a case inside this case.
  ///
  ///     let line = AppAction.cart.appending(CartAction.line)
  ///     line.extract(line.embed(.touch))   // .touch
  @inlinable public func appending<Inner>(_ inner: Prism<Part, Inner>) -> Prism<Whole, Inner> {
    Prism<Whole, Inner>(
      extract: { extract($0).flatMap(inner.extract) }, embed: { embed(inner.embed($0)) })
  }
}

extension Prism where Whole == Part {
  /// The prism of every action, unchanged.
  ///
  ///     let same = features.lifted(state: \AppState.self, action: Prism<AppAction, AppAction>.identity)
  public static var identity: Prism { Prism(extract: { $0 }, embed: { $0 }) }
}
