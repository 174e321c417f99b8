import UDF

extension UseCase where Input == Credentials, Output == LoginOutput {
  static func login(_ accounts: any Accounts) -> UseCase {
    UseCase("login") { credentials, output in
      output(.started)
      do {
        output(.succeeded(try await accounts.open(credentials)))
      } catch {
        output(.failed("wrong name or password"))
      }
    }
  }
}
