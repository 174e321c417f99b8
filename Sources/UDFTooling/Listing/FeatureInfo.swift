import UDFHost

/// The description of a feature, for listing and completion.
public struct FeatureInfo: Sendable, Equatable {
  public var name: String
  /// Whether the feature is written in Swift.
  public var isNative: Bool
  public var actions: [ActionInfo]
  public var events: [String]
  public var hasView: Bool
  /// The full types of the actions that start an effect.
  public var effects: [String]
  /// The services that its effects may use.
  public var uses: [String]
  /// The names of its computed values.
  public var computed: [String]
  /// The sync status, if the feature has an engine.
  public var sync: SyncInfo?
  /// The place of its definition.
  public var file: String
  public var line: Int

  public init(
    name: String, isNative: Bool = false, actions: [ActionInfo], events: [String], hasView: Bool, effects: [String],
    uses: [String] = [], computed: [String] = [], sync: SyncInfo? = nil, file: String, line: Int
  ) {
    self.name = name
    self.isNative = isNative
    self.actions = actions
    self.events = events
    self.hasView = hasView
    self.effects = effects
    self.uses = uses
    self.computed = computed
    self.sync = sync
    self.file = file
    self.line = line
  }
}
