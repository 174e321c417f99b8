/// An environment with a fixed set of variables.
///
///     FixedEnvironment(["HOME": "/home/ann"]).value(of: "HOME")   // "/home/ann"
public struct FixedEnvironment: EnvironmentSource {
  private let variables: [String: String]

  public init(_ variables: [String: String] = [:]) { self.variables = variables }

  public func value(of name: String) -> String? { variables[name] }
}
