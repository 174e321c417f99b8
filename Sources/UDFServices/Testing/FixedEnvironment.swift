/// An environment of the variables that it is made with.
///
///     FixedEnvironment(["HOME": "/home/ann"]).value(of: "HOME")   // "/home/ann"
public struct FixedEnvironment: EnvironmentSource {
  private let variables: [String: String]

  public init(_ variables: [String: String] = [:]) { self.variables = variables }

  public func value(of name: String) -> String? { variables[name] }
}
