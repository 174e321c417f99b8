/// What a use case says of how it goes, usually an enum with one case for its start and one for each way it can end.
///
///     enum LoginOutput: UseCaseOutput {
///       case started
///       case succeeded(Account)
///       case failed(String)
///
///       var role: UseCaseRole { if case .started = self { .start } else { .end } }
///     }
public protocol UseCaseOutput: Sendable {
  /// Whether a run begins or ends with this output.
  var role: UseCaseRole { get }
}
