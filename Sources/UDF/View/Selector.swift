/// A value that is computed from a state and kept as long as its input is equal. It is computed only on request.
///
///     let unread = Selector(\NewsState.articles) { articles in articles.filter(\.isUnread).count }
///     let title = Selector(\NewsState.name, unread.select) { name, unread in "\(name): \(unread)" }
///     title.select(store.state)   // "News: 3"
///
/// It keeps the last input, so the input should contain only what the computation needs. For several inputs, use an
/// equatable struct of them or other selectors. Confined to one owner.
public final class Selector<State, Value> {
  private let compute: (State) -> Value

  /// Makes a selector that computes its value from the result of `input`.
  public convenience init<Input: Equatable>(_ input: @escaping (State) -> Input, compute: @escaping (Input) -> Value) {
    self.init(of: input, isEqual: { $0 == $1 }, compute)
  }

  /// Makes a selector that computes its value from two inputs.
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

  /// Returns the value for this state.
  public func select(_ state: State) -> Value { compute(state) }
}
