/// A report of a use case about its progress, usually an enum with a case for the start and one for each end.
///
///     enum LoginOutput: UseCaseOutput {
///       case started
///       case succeeded(Account)
///       case failed(String)
///
///       var role: UseCaseRole { if case .started = self { .start } else { .end } }
///     }
public protocol UseCaseOutput: Sendable {
  /// Whether a run starts or ends with this output.
  var role: UseCaseRole { get }
}
