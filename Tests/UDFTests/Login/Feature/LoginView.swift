import UDF

struct LoginView: ViewStateReducing {
  struct ViewState: Equatable {
    var title: String
    var isBusy: Bool
  }

  func reduce(_ domain: LoginState) -> ViewState {
    ViewState(title: domain.error ?? domain.user.map { "Hello \($0)" } ?? "Log in", isBusy: domain.isBusy)
  }
}
