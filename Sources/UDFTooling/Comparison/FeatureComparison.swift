import LuaRuntime
import UDFHost

/// Checks that a feature that moves from Lua to Swift goes on doing the same.
///
/// One app runs twice, once as its files say and once with the Swift feature in place of the Lua one of that name; both
/// take one session, and after every step the feature's state, its changes and what became of the action are compared.
///
///     let comparison = FeatureComparison(app: "app.lua", native: Todos())
///     var generator = SystemRandomNumberGenerator()
///     let session = try comparison.randomSession(count: 1000, using: &generator)
///     try comparison.firstDifference(in: session)    // nil: they do the same
public struct FeatureComparison {
  /// One thing that is done to both.
  public enum Step: Sendable, Equatable {
    /// An action of the feature, by its short name.
    case send(String, Record = [:])
    case undo
    case redo
  }

  /// Where the two part.
  public struct Difference: CustomStringConvertible, Sendable {
    /// Counts the steps from 1; 0: the initial states differ.
    public let step: Int
    /// What was done.
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
  ///   - features: what the app names by `udf.native` besides.
  public init(app: String, native: any NativeFeature, features: [any NativeFeature] = []) {
    var configuration = HostConfiguration(app: app)
    configuration.watch = .off
    configuration.features = features
    // Reducers are compared: what effects would send is in the session if it is to count.
    configuration.startsEffects = false
    self.configuration = configuration
    self.native = native
  }

  /// The first step after which the two are not the same, nil if there is none. Throws a ``HostError`` if the app does
  /// not load or has no such feature in Lua.
  public func firstDifference(in session: [Step]) throws -> Difference? {
    let lua = try AppHost(configuration)
    var replaced = configuration
    replaced.replacements = [native]
    let swift = try AppHost(replaced)
    guard lua.isInLua(native.name) == true else {
      throw HostError(
        code: "usage", message: "\(native.name): the app has no feature of this name in Lua to compare with")
    }
    if let found = try difference(lua, swift, at: 0, "the initial state", "committed", "committed") { return found }
    for (index, step) in session.enumerated() {
      let (inLua, inSwift) = (status(of: step, in: lua), status(of: step, in: swift))
      if let found = try difference(lua, swift, at: index + 1, description(of: step), inLua, inSwift) { return found }
    }
    return nil
  }

  /// What a recorded log has of the feature, without what was taken back.
  ///
  ///     try comparison.firstDifference(in: comparison.session(of: host.history))
  public func session(of history: [ActionRecord]) -> [Step] {
    history.filter { !$0.undone && $0.type.hasPrefix("\(native.name)/") }
      .map { .send(String($0.type.dropFirst(native.name.count + 1)), $0.fields) }
  }

  /// Actions with fields that fit their declaration, and undos and redos between them. Texts and numbers are drawn from few,
  /// so that ids meet again. Throws a ``HostError`` if the declaration does not parse.
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
