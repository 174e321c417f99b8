/// Converts the state of a feature to the view state of a screen: a pure function.
///
///     struct CounterView: ViewStateReducing {
///       func reduce(_ domain: Int) -> CounterViewState { CounterViewState(title: "\(domain) taps") }
///     }
public protocol ViewStateReducing<Domain, ViewState> {
  /// The state of a feature.
  associatedtype Domain
  /// The state of a screen.
  associatedtype ViewState: Equatable

  /// Returns the view state for a state.
  func reduce(_ domain: Domain) -> ViewState
}
