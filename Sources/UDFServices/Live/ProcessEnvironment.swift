import Platform

/// The environment variables of the process.
public struct ProcessEnvironment: EnvironmentSource {
  public init() {}

  public func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
