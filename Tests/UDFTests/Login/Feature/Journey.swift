import UDF

enum JourneyRoute: Equatable, Sendable {
  case welcome
  case login
  case cart
  case payment
  case settings
  case profile(String)
}

enum JourneyEvent: ScreenEvent {
  case login(LoginScreenEvent)
  case payTapped
  case profileTapped
}

struct JourneyState: Equatable {
  var path: NavigationPath<JourneyRoute>
  var login = LoginState()
}

enum JourneyAction: Sendable {
  case login(LoginAction)
  case navigation(NavigationAction<JourneyEvent>)

  static let login = Prism<JourneyAction, LoginAction>(
    extract: { if case .login(let action) = $0 { action } else { nil } }, embed: JourneyAction.login)
  static let navigation = Prism<JourneyAction, NavigationAction<JourneyEvent>>(
    extract: { if case .navigation(let action) = $0 { action } else { nil } }, embed: JourneyAction.navigation)
}

typealias JourneyFlow = Flow<JourneyState, JourneyEvent, JourneyRoute>

/// Three apps around the same login screen.
enum Journey {
  /// Nobody sees anything before they have logged in.
  static var gate: JourneyFlow {
    JourneyFlow(start: .login) { event in
      switch event {
      case .login(.loggedIn): [.replace(.welcome)]
      default: []
      }
    }
  }

  /// To pay, a user must log in.
  static var shop: JourneyFlow {
    JourneyFlow(start: .cart) { event in
      switch event {
      case .payTapped: [.push(.payment)]
      case .login(.loggedIn): [.resume]
      default: []
      }
    }
    .guarded { route, journey in route == .payment && journey.login.user == nil ? .first(.login) : .pass }
  }

  /// The profile is behind a login that covers the settings.
  static var settings: JourneyFlow {
    JourneyFlow(start: .settings) { event in
      switch event {
      case .profileTapped: [.present(.login)]
      case .login(.loggedIn(let user)): [.dismiss, .push(.profile(user))]
      default: []
      }
    }
  }
}
