import UDF

/// The default core of a host.
public struct StandardCore: HostCore {
  public let instances = Instances()

  public init() {}
}
