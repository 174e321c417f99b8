/// Makes of the domain's state what a screen shows, and nothing else; pure.
///
///     struct CounterView: ViewStateReducing {
///       func reduce(_ domain: Int) -> CounterViewState { CounterViewState(title: "\(domain) taps") }
///     }
public protocol ViewStateReducing<Domain, ViewState> {
  associatedtype Domain
  associatedtype ViewState: Equatable

  /// What the screen shows of this state.
  func reduce(_ domain: Domain) -> ViewState
}
