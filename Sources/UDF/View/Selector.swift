/// A value that is computed of a state, and kept for as long as what it is computed of is equal; nothing is computed until
/// someone asks.
///
///     let unread = Selector(\NewsState.articles) { articles in articles.filter(\.isUnread).count }
///     let title = Selector(\NewsState.name, unread.select) { name, unread in "\(name): \(unread)" }
///     title.select(store.state)   // "News: 3"
///
/// It keeps the last input: let that be what it needs, not more. One that needs several things has an equatable struct of
/// them as its input, or other selectors. Confined to one owner.
public final class Selector<State, Value> {
  private let compute: (State) -> Value

  /// A selector that is computed of what `input` reads.
  public convenience init<Input: Equatable>(
    _ input: @escaping (State) -> Input, compute: @escaping (Input) -> Value
  ) {
    self.init(of: input, isEqual: { $0 == $1 }, compute)
  }

  /// A selector that is computed of what both read.
  public convenience init<First: Equatable, Second: Equatable>(
    _ first: @escaping (State) -> First, _ second: @escaping (State) -> Second,
    compute: @escaping (First, Second) -> Value
  ) {
    self.init(of: { (first($0), second($0)) }, isEqual: { $0 == $1 }, { compute($0.0, $0.1) })
  }

  private init<Input>(
    of input: @escaping (State) -> Input, isEqual: @escaping (Input, Input) -> Bool,
    _ compute: @escaping (Input) -> Value
  ) {
    var last: (input: Input, value: Value)?
    self.compute = { state in
      let input = input(state)
      if let last, isEqual(last.input, input) { return last.value }
      let value = compute(input)
      last = (input, value)
      return value
    }
  }

  /// The value for this state.
  public func select(_ state: State) -> Value { compute(state) }
}
