import LuaRuntime

extension FeatureDefinition {
  /// Returns what is probably wrong with a value of the state: its key is similar to a key of the initial state, or its
  /// type differs from the initial value or from the declarations of action fields with its name.
  func problem(with value: Value, inState key: String, beginningWith defaults: Record) -> String? {
    let initial = defaults[key]
    let known = defaults.map(\.key)
    if !known.contains(key), let meant = suggestion(for: key, among: known) {
      return "the initial state has no \"\(key)\". Did you mean \"\(meant)\"?"
    }
    func text(_ problem: FieldProblem, _ reason: String) -> String {
      "\(problem.path) must be \(problem.type.noun)\(reason), got \(problem.value.shown)."
    }
    if value == .none || value == .null { return nil }
    if let problem = FieldType(kindOf: initial)?.problem(with: value, at: key) ?? Self.rowProblem(value, initial, key) {
      return text(problem, ", as the initial state has it")
    }
    // If actions declare the field in several ways, or not as the initial state has it, no type is expected.
    let declared = (schemas ?? [:]).compactMap { action, schema in schema[key].map { (action, $0) } }.sorted {
      $0.0 < $1.0
    }
    let fitting = declared.filter {
      initial == .none || initial == .null || $0.1.problem(with: initial, at: key) == nil
    }
    // Unknown or missing fields of a row are not reported, because an action may add rows with other fields.
    let problems = fitting.compactMap { action, type in
      type.problem(with: value, at: key, isPartial: true).map { (action, $0) }
    }
    guard fitting.count == declared.count, problems.count == declared.count, let (action, problem) = problems.first
    else { return nil }
    return text(problem, ", as \(action) declares it")
  }

  /// Returns the first problem of the rows of a list, compared with the first row of the initial list.
  private static func rowProblem(_ value: Value, _ initial: Value, _ key: String) -> FieldProblem? {
    guard case .list(let rows) = value, case .list(let samples) = initial else { return nil }
    guard let sample = samples.first else { return nil }
    for (index, row) in rows.enumerated() {
      let place = "\(key)[\(index + 1)]"
      if let problem = FieldType(kindOf: sample)?.problem(with: row, at: place) { return problem }
      for (name, field) in row.fields where field != .null {
        if let problem = FieldType(kindOf: sample[name])?.problem(with: field, at: "\(place).\(name)") {
          return problem
        }
      }
    }
    return nil
  }
}
