import LuaRuntime
import UDFHost

/// Makes the annotations of a feature: its state, view state and actions, and the parameters of its functions.
struct FeatureAnnotations {
  let feature: FeatureDefinition
  /// The state before the first action.
  let state: Value
  let computed: Value
  /// nil: the feature has no view, or the view fails on that state.
  let view: Value?

  var text: String { ([title] + classes.map(\.text)).joined(separator: "\n\n") }

  private var name: String { feature.name }
  private var title: String { "-- MARK: \(name), \(feature.file):\(feature.line)" }

  private var classes: [AnnotationClass] {
    var classes = [stateClass]
    if feature.isSynced { classes.append(sync) }
    if !feature.derived.computed.isEmpty { classes.append(table("Computed", "Its computed values.", computed)) }
    if !feature.reads.isEmpty { classes.append(others) }
    if let view { classes.append(table("View", "Its view state.", view)) }
    classes += feature.ownActions.map(action)
    if feature.home == .lua || !feature.effects.isEmpty || feature.isSynced { classes += [services, context] }
    if feature.isSynced { classes.append(remote) }
    return classes + [definition, members, maker]
  }

  private func table(_ suffix: String, _ doc: String, _ value: Value) -> AnnotationClass {
    var made = AnnotationClass(name: "\(name).\(suffix)", doc: doc, isOpen: true)
    for (key, value) in value.fields { made.add(key, value.annotated) }
    return made
  }

  /// The type that the view and effects receive, or `{}` if it does not exist.
  private func type(_ suffix: String, unless isMissing: Bool) -> String { isMissing ? "{}" : "\(name).\(suffix)" }
  private var computedType: String { type("Computed", unless: feature.derived.computed.isEmpty) }
  private var othersType: String { type("Others", unless: feature.reads.isEmpty) }

  private var stateClass: AnnotationClass {
    // The initial status has no `code`, `problem`, `retryIn` or `cursor`.
    var fields = state.fields
    if feature.isSynced { fields["sync"] = .none }
    var made = table("State", "The state of the feature \(name).", .map(fields))
    if feature.isSynced { made.add("sync", "\(name).Sync") }
    return made
  }

  /// The status of a sync feature, which the action `status` has as a whole.
  private var sync: AnnotationClass {
    var made = AnnotationClass(name: "\(name).Sync", doc: "The status of its sync engine.")
    add(fields(of: "status") ?? [], to: &made)
    return made
  }

  private var others: AnnotationClass {
    var made = AnnotationClass(name: "\(name).Others", doc: "The states of the features that it reads.")
    for other in feature.reads.sorted() { made.add(other, "\(other).State") }
    return made
  }

  private func fields(of action: String) -> [(name: String, type: FieldType)]? { feature.schemas?[action]?.fields }

  private func action(_ action: String) -> AnnotationClass {
    var made = AnnotationClass(
      name: "\(name).Action.\(action)", parent: "udf.Action", isOpen: fields(of: action) == nil)
    let types = [feature.fullType(of: action), action]
    made.add("type", types.map(LuaText.quoted).joined(separator: "|"))
    add(fields(of: action) ?? [], to: &made)
    return made
  }

  private func add(_ fields: [(name: String, type: FieldType)], to made: inout AnnotationClass) {
    for (field, type) in fields {
      if case .optional(let inner) = type {
        made.add(field, inner.annotated, isOptional: true)
      } else {
        made.add(field, type.annotated)
      }
    }
  }

  private var services: AnnotationClass {
    var made = AnnotationClass(name: "\(name).Services", doc: "The services that its effects may reach.")
    for service in feature.uses.sorted() { made.add(service, "udf.services.\(service)") }
    return made
  }

  private var context: AnnotationClass {
    var made = AnnotationClass(name: "\(name).Context", doc: "The `cx` of its effects.", parent: "udf.Context")
    made.add("state", "\(name).State")
    made.add("computed", computedType)
    made.add("others", othersType)
    made.add("services", "\(name).Services")
    return made
  }

  /// The class of the table that the feature's file passes to `udf.feature`, with the signatures of its functions.
  private var definition: AnnotationClass {
    let parent =
      switch feature.home {
      case .lua: "udf.FeatureDefinition"
      case .registered: "udf.NativeAdditions"
      case .entities: "udf.EntitiesDefinition"
      case .synced: "udf.SyncDefinition"
      }
    var made = AnnotationClass(
      name: "\(name).Definition", doc: "The table of its file: `---@type \(name).Definition`.", parent: parent)
    func functions(_ actions: [String], _ type: (String) -> String) -> String {
      // The parentheses are needed because the type list of a function's results continues after a comma.
      "{ \(actions.sorted().map { "\(LuaText.key($0))?: (\(type(self.action(named: $0))))" }.joined(separator: ", ")) }"
    }
    if !feature.reduces.isEmpty {
      made.add(
        "reduce", functions(feature.reduces) { "fun(state: \(name).State, action: \($0)): table?" }, isOptional: true)
    }
    if !feature.effects.isEmpty {
      made.add(
        "effects", functions(feature.effects) { "udf.Policy|fun(cx: \(name).Context, action: \($0))" },
        isOptional: true)
    }
    if view != nil {
      made.add(
        "view", "fun(state: \(name).State, computed: \(computedType), others: \(othersType)): \(name).View|table",
        isOptional: true)
    }
    if feature.isSynced {
      // The library's declarations, with the `cx` type of this feature.
      made.add(
        "auth", "fun(cx: \(name).Context, request: { refused: boolean }): table<string, string>", isOptional: true)
      made.add("remote", "string|\(name).Remote", isOptional: true)
    }
    return made
  }

  private var remote: AnnotationClass {
    var made = AnnotationClass(name: "\(name).Remote", doc: "Functions that call its server.", parent: "udf.SyncRemote")
    made.add("pull", "fun(cx: \(name).Context, request: table): table")
    made.add("push", "fun(cx: \(name).Context, mutations: table[], request: table): table[]", isOptional: true)
    return made
  }

  /// Returns the class of an action that the feature names.
  private func action(named action: String) -> String {
    let parts = feature.fullType(of: action).split(separator: "/", maxSplits: 1)
    return parts.count == 2 ? "\(parts[0]).Action.\(parts[1])" : "table"
  }

  /// The members of the feature's table at the prompt and in files of `-f`.
  private var members: AnnotationClass {
    var made = AnnotationClass(
      name: "\(name).Members", doc: "The table \(name) at the prompt, in -e and in -f: each member sends its action.")
    for action in feature.ownActions { made.add(action, call(action, gives: nil)) }
    made.add("make", "\(name).Make")
    return made
  }

  private var maker: AnnotationClass {
    var made = AnnotationClass(name: "\(name).Make", doc: "Makes actions without sending them.")
    for action in feature.ownActions { made.add(action, call(action, gives: "\(name).Action.\(action)")) }
    return made
  }

  private func call(_ action: String, gives result: String?) -> String {
    let declared = fields(of: action)
    let isOptional = declared?.allSatisfy(\.type.isOptional) ?? true
    let type = declared.map(FieldType.annotated) ?? "table"
    return "fun(fields\(isOptional ? "?" : ""): \(type))\(result.map { ": \($0)" } ?? "")"
  }
}

extension FeatureDefinition {
  fileprivate var isSynced: Bool { if case .synced = home { true } else { false } }
}
