import UDF

struct LoginInteractor: Interactor {
  let login: UseCase<Credentials, LoginOutput>

  func handle(_ action: LoginAction, state: inout LoginState) -> Effect<LoginAction> {
    switch action {
    case .edit(let name, let password):
      state.credentials = Credentials(name: name, password: password)
      return .none

    case .submit:
      return login.bind(state.credentials) { output in
        switch output {
        case .started: .began
        case .succeeded(let user): .loggedIn(user)
        case .failed(let message): .refused(message)
        }
      }

    case .began:
      state.isBusy = true
      state.error = nil
      return .none

    case .loggedIn(let user):
      state.isBusy = false
      state.user = user
      return .none

    case .refused(let message):
      state.isBusy = false
      state.error = message
      return .none
    }
  }
}
