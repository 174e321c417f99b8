import UDF

enum LoginOutput: UseCaseOutput, Equatable {
  case started
  case succeeded(String)
  case failed(String)

  var role: UseCaseRole { if case .started = self { .start } else { .end } }
}
