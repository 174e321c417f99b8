/// An effect that has not ended, including a requested effect that has not started.
public struct EffectInfo: Sendable, Equatable {
  /// An event for which the effect, or a coroutine that it has spawned, waits.
  public enum Wait: Sendable, Equatable {
    /// This many seconds.
    case time(Double)
    /// The result of a service function, such as `http.get`; empty if the name is not known.
    case service(String)
    /// The end of the previous run in a queue.
    case turn
    /// This many seconds without another request.
    case calm(Double)
    /// Tasks in Swift.
    case native
  }

  /// The number for ``AppHost/cancelEffect(_:)``.
  public var number: Int
  /// The name that errors use: `effect of cart/load`.
  public var name: String
  public var feature: String
  /// The type of the action that starts it, such as `cart/load`, or the name of a reaction or another request.
  public var type: String
  /// The result of the id function of the effect's policy.
  public var id: String?
  /// The number of the action that requested it; nil: none.
  public var action: Int?
  /// Seconds since it began; before that, since it was requested.
  public var seconds: Double
  public var hasBegun: Bool
  /// Whether it was cancelled and has not ended yet.
  public var isCancelled: Bool
  /// Whether settling does not wait for it.
  public var isBackground: Bool
  public var waits: [Wait]

  public init(
    number: Int, name: String, feature: String, type: String, id: String? = nil, action: Int? = nil, seconds: Double,
    hasBegun: Bool = true, isCancelled: Bool = false, isBackground: Bool = false, waits: [Wait] = []
  ) {
    self.number = number
    self.name = name
    self.feature = feature
    self.type = type
    self.id = id
    self.action = action
    self.seconds = seconds
    self.hasBegun = hasBegun
    self.isCancelled = isCancelled
    self.isBackground = isBackground
    self.waits = waits
  }
}
