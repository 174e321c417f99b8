import UDF

enum LoginEvent: Equatable, Sendable {
  case typed(name: String, password: String)
  case loginTapped
}

/// The view's whole knowledge of what a login is.
struct LoginEvents: EventActionMap {
  func action(for event: LoginEvent) -> LoginAction? {
    switch event {
    case .typed(let name, let password): .edit(name: name, password: password)
    case .loginTapped: .submit
    }
  }
}
