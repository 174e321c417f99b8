import Platform

/// The environment that the process was started with.
public struct ProcessEnvironment: EnvironmentSource {
  public init() {}

  public func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
