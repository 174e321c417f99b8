import LuaRuntime
import UDFHost

/// Checks that a feature has the same behaviour after it was moved from Lua to Swift.
///
/// The app runs twice: once unchanged, and once with the Swift feature instead of the Lua feature with the same name.
/// Both run the same session. After each step, the feature's state, its changes and the status of the action are
/// compared.
///
///     let comparison = FeatureComparison(app: "app.lua", native: Todos())
///     var generator = SystemRandomNumberGenerator()
///     let session = try comparison.randomSession(count: 1000, using: &generator)
///     try comparison.firstDifference(in: session)    // nil: they do the same
public struct FeatureComparison {
  /// One step that both apps perform.
  public enum Step: Sendable, Equatable {
    /// An action of the feature, by its short name.
    case send(String, Record = [:])
    case undo
    case redo
  }

  /// The first difference between the two.
  public struct Difference: CustomStringConvertible, Sendable {
    /// The step, counted from 1; 0: the initial states differ.
    public let step: Int
    /// The step as a text.
    public let action: String
    /// `state`, `changes` or `status`.
    public let of: String
    public let lua: Value
    public let native: Value

    public var description: String { "step \(step), \(action): \(of) differ\n  Lua:   \(lua)\n  Swift: \(native)" }
  }

  private let configuration: HostConfiguration
  private let native: any NativeFeature

  /// - Parameters:
  ///   - app: path of the app whose Lua feature has the native one's name.
  ///   - native: the Swift feature to compare.
  ///   - features: the other features that the app names with `udf.native`.
  public init(app: String, native: any NativeFeature, features: [any NativeFeature] = []) {
    var configuration = HostConfiguration(app: app)
    configuration.features = features
    self.init(configuration, native: native)
  }

  /// - Parameters:
  ///   - configuration: the app whose Lua feature has the native one's name, with its core and its other native features.
  ///   - native: the Swift feature to compare.
  public init(_ configuration: HostConfiguration, native: any NativeFeature) {
    var configuration = configuration
    configuration.watch = .off
    // Only reducers are compared. A session contains the actions of effects if they matter.
    configuration.startsEffects = false
    self.configuration = configuration
    self.native = native
  }

  /// Returns the first difference; nil if there is none. Throws a `HostError` if the app does not load or has no such
  /// Lua feature.
  public func firstDifference(in session: [Step]) throws -> Difference? {
    let lua = try AppHost(configuration)
    var replaced = configuration
    replaced.replacements = [native]
    let swift = try AppHost(replaced)
    guard lua.isInLua(native.name) == true else {
      throw HostError(usage: "\(native.name): the app has no feature of this name in Lua to compare with")
    }
    if let found = try difference(lua, swift, at: 0, "the initial state", "committed", "committed") { return found }
    for (index, step) in session.enumerated() {
      let (inLua, inSwift) = (status(of: step, in: lua), status(of: step, in: swift))
      if let found = try difference(lua, swift, at: index + 1, description(of: step), inLua, inSwift) { return found }
    }
    return nil
  }

  /// Returns the recorded actions of the feature, without undone ones.
  ///
  ///     try comparison.firstDifference(in: comparison.session(of: host.history))
  public func session(of history: [ActionRecord]) -> [Step] {
    history.filter { !$0.undone && $0.type.hasPrefix("\(native.name)/") }
      .map { .send(String($0.type.dropFirst(native.name.count + 1)), $0.fields) }
  }

  /// Returns random actions with fields that fit their declarations, and undos and redos between them. Texts and
  /// numbers come from small sets, so that ids repeat. Throws a `HostError` if a declaration does not parse.
  public func randomSession(count: Int, using generator: inout some RandomNumberGenerator) throws -> [Step] {
    var values = RandomValues(generator)
    defer { generator = values.generator }
    var schemas: [(String, ActionSchema)] = []
    for (name, declared) in native.actions {
      do { schemas.append((name, try ActionSchema(declared, action: name))) } catch {
        throw HostError(code: "load", message: "\(native.name): \(error.text)")
      }
    }
    guard !schemas.isEmpty else { return [] }
    return (0..<count).map { _ in
      switch Int.random(in: 0..<20, using: &values.generator) {
      case 0: return .undo
      case 1: return .redo
      default:
        let (name, schema) = schemas[Int.random(in: 0..<schemas.count, using: &values.generator)]
        return .send(name, Record(schema.fields.map { ($0.name, values.value(of: $0.type)) }))
      }
    }
  }

  // MARK: one step

  private func status(of step: Step, in host: AppHost) -> String {
    do {
      switch step {
      case .send(let action, let fields): try host.send("\(native.name)/\(action)", fields, origin: .prompt)
      case .undo: _ = try host.undo()
      case .redo: _ = try host.redo()
      }
      return "committed"
    } catch {
      return (error as? HostError)?.code == "usage" ? "nothing to do" : "refused"
    }
  }

  private func difference(
    _ lua: AppHost, _ swift: AppHost, at step: Int, _ action: String, _ inLua: String, _ inSwift: String
  ) throws -> Difference? {
    func found(_ what: String, _ left: Value, _ right: Value) -> Difference? {
      left == right ? nil : Difference(step: step, action: action, of: what, lua: left, native: right)
    }
    func changes(_ host: AppHost) -> Value { .list((host.history(last: 1).first?.changes ?? []).map(\.plain)) }
    let states = (try lua.value(at: native.name), try swift.value(at: native.name))
    return found("status", .string(inLua), .string(inSwift))
      ?? found("state", states.0, states.1)
      ?? found("changes", changes(lua), changes(swift))
  }

  private func description(of step: Step) -> String {
    switch step {
    case .send(let action, let fields): "\(native.name)/\(action) \(Value.map(fields))"
    case .undo: "undo"
    case .redo: "redo"
    }
  }
}
