import UDF

enum CountOutput: UseCaseOutput {
  case started
  case counted(Int)

  var role: UseCaseRole { if case .started = self { .start } else { .end } }
}
