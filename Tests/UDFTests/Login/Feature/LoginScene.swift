import UDF

/// Wires the login screen: its part of the state, its actions, nothing else.
struct LoginScene: Scene {
  func view(
    _ scope: Scope<LoginState, LoginAction>, _ params: Void, _ render: ChildRenders<Void>
  ) -> ViewModel<LoginEvent, LoginView.ViewState> {
    ViewModel(scope, events: LoginEvents(), view: LoginView())
  }
}
