import UDF

/// The core of a host whose program says nothing else.
public struct StandardCore: HostCore {
  public let instances = Instances()

  public init() {}
}
