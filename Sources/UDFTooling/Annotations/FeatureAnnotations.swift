import LuaRuntime
import UDFHost

/// What an editor is told of a feature: its state, view state and actions, and what its functions are given.
struct FeatureAnnotations {
  let feature: FeatureDefinition
  /// As it is before anything has happened.
  let state: Value
  let computed: Value
  /// nil: it has none, or it fails on that state.
  let view: Value?

  var text: String { ([title] + classes.map(\.text)).joined(separator: "\n\n") }

  private var name: String { feature.name }
  private var title: String { "-- MARK: \(name), \(feature.file):\(feature.line)" }

  private var classes: [AnnotationClass] {
    var classes = [table("State", "What the feature \(name) knows.", state)]
    if !feature.derived.computed.isEmpty { classes.append(table("Computed", "What follows from it.", computed)) }
    if let view { classes.append(table("View", "What its screen shows.", view)) }
    classes += feature.ownActions.map(action)
    if feature.home == .lua || !feature.effects.isEmpty { classes += [services, context] }
    return classes + [definition, members, maker]
  }

  private func table(_ suffix: String, _ doc: String, _ value: Value) -> AnnotationClass {
    var made = AnnotationClass(name: "\(name).\(suffix)", doc: doc, isOpen: true)
    for (key, value) in value.fields { made.add(key, value.annotated) }
    return made
  }

  private func fields(of action: String) -> [(name: String, type: FieldType)]? { feature.schemas?[action]?.fields }

  private func action(_ action: String) -> AnnotationClass {
    var made = AnnotationClass(
      name: "\(name).Action.\(action)", parent: "udf.Action", isOpen: fields(of: action) == nil)
    let types = [feature.fullType(of: action), action]
    made.add("type", types.map(LuaText.quoted).joined(separator: "|"))
    for (field, type) in fields(of: action) ?? [] {
      if case .optional(let inner) = type {
        made.add(field, inner.annotated, isOptional: true)
      } else {
        made.add(field, type.annotated)
      }
    }
    return made
  }

  private var services: AnnotationClass {
    var made = AnnotationClass(name: "\(name).Services", doc: "The services that its effects may reach.")
    for service in feature.uses.sorted() { made.add(service, "udf.services.\(service)") }
    return made
  }

  private var context: AnnotationClass {
    var made = AnnotationClass(name: "\(name).Context", doc: "What its effects are given.", parent: "udf.Context")
    made.add("state", "\(name).State")
    if !feature.derived.computed.isEmpty { made.add("computed", "\(name).Computed") }
    made.add("services", "\(name).Services")
    return made
  }

  /// What its file hands to `udf.feature`, with the functions as they are called for this feature.
  private var definition: AnnotationClass {
    let parent = feature.home == .lua ? "udf.FeatureDefinition" : "udf.NativeAdditions"
    var made = AnnotationClass(
      name: "\(name).Definition", doc: "What its file gives: `---@type \(name).Definition`.", parent: parent)
    func functions(_ actions: [String], _ type: (String) -> String) -> String {
      // In brackets, because what a function gives goes on after a comma.
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
      let computed = feature.derived.computed.isEmpty ? "table" : "\(name).Computed"
      made.add(
        "view", "fun(state: \(name).State, computed: \(computed), others: table): \(name).View|table", isOptional: true)
    }
    return made
  }

  /// The class of an action that the feature names.
  private func action(named action: String) -> String {
    let parts = feature.fullType(of: action).split(separator: "/", maxSplits: 1)
    return parts.count == 2 ? "\(parts[0]).Action.\(parts[1])" : "table"
  }

  /// What the prompt and the files of `-f` have under the feature's name.
  private var members: AnnotationClass {
    var made = AnnotationClass(
      name: "\(name).Members", doc: "What the prompt, -e and -f have under the name \(name): each sends its action.")
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
