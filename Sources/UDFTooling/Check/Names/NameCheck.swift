import LuaRuntime
import LuaSyntax
import UDFHost

/// Checks the names that functions read from the host's arguments: fields of actions, computed values, the features in
/// `reads`, the model of a scene, members of `cx`; and the names that they read in a state or write to it.
struct NameCheck {
  private let app: CheckedApp
  private let shapes: HandedShapes
  /// The fields that an app's functions add to their arguments.
  private var added: Set<String> = []
  /// The positions of keys that are written, by file.
  private var targets: [String: Set<SourcePosition>] = [:]
  /// The names that any file reads, or that occur in a path.
  private var read: Set<String> = []
  /// The names that any file writes, or that occur in a path.
  private var written: Set<String> = []
  /// The names of the fields that any file assigns.
  private var assigned: Set<String> = []
  /// The features whose state may have unknown names.
  private var open: Set<String> = []
  private var findings: [Finding] = []

  static func findings(in app: CheckedApp) throws(HostError) -> [Finding] {
    let roots = try NameRoots(in: app)
    let uses = FunctionUses(in: app.program, roots: roots.all.map(\.function))
    var check = NameCheck(app, HandedShapes(in: app.program, uses, roots: roots.all))
    check.open = roots.replaced
    for file in app.program.all { check.gather(file) }
    for file in app.program.all { check.look(at: file) }
    return check.findings
  }

  private init(_ app: CheckedApp, _ shapes: HandedShapes) { (self.app, self.shapes) = (app, shapes) }

  // MARK: writes and reads

  private mutating func gather(_ file: LuaFile) {
    let inPaths = file.texts.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init) }
    read.formUnion(inPaths)
    written.formUnion(inPaths)
    var targets: Set<SourcePosition> = []
    // `state.n = (state.n or 0) + 1` does not read `n` for anything else.
    var ownReads: Set<SourcePosition> = []
    file.chunk.block.walk { node in
      switch node {
      case .statement(let statement):
        ownReads.formUnion(statement.readsOfOwnTargets)
        for case .index(let table, let key) in statement.targets.map(\.kind) {
          guard let name = key.text else {
            if case .state(let feature)? = shapes.shape(of: Located(file, table))?.kind { open.insert(feature) }
            continue
          }
          targets.insert(key.position)
          written.insert(name)
          assigned.insert(name)
          if case .action? = shapes.shape(of: Located(file, table))?.kind { added.insert(name) }
        }
      case .expression(let expression):
        if case .table(let fields) = expression.kind {
          for case .named(let key, _) in fields { if let name = key.text { written.insert(name) } }
        }
        guard case .index(_, let key) = expression.kind, let name = key.text, !targets.contains(key.position),
          !ownReads.contains(key.position)
        else { return }
        read.insert(name)
      }
    }
    self.targets[file.name] = targets
  }

  private mutating func look(at file: LuaFile) {
    let targets = targets[file.name] ?? []
    file.chunk.block.walk { node in
      guard case .expression(let expression) = node else { return }
      switch expression.kind {
      case .index(let table, let key):
        let value = Located(file, table)
        guard let name = key.text, let shape = shapes.shape(of: value), shape.members[name] == nil,
          !shape.kind.isWritable || !shapes.isOpen(value)
        else { return }
        report(name, missingIn: shape, at: Located(file, key), isWritten: targets.contains(key.position))
      case .call(let callee, let arguments):
        guard let shape = shapes.shape(of: Located(file, callee)), case .cancelling = shape.kind,
          let argument = arguments.first
        else { return }
        for name in app.program.meaning(of: Located(file, argument)).expression.literalTexts ?? []
        where shape.members[name] == nil && !name.hasPrefix("#") {
          report(name, missingIn: shape, at: Located(file, argument))
        }
      default: break
      }
    }
  }

  // MARK: findings

  private mutating func report(_ name: String, missingIn shape: Shape, at place: Located, isWritten: Bool = false) {
    let whole = (shape.path + [name]).joined(separator: ".")
    let known = shape.members.keys
    let hint = didYouMean(name, among: known.filter { $0 != "type" })
    func find(_ code: String, severity: Finding.Severity = .error, _ text: String, _ fix: String) {
      let (file, position) = (place.file, place.expression.position)
      findings.append(file.finding(code, at: position, severity: severity, text, fix))
    }
    switch shape.kind {
    case .action(let type):
      if isWritten || added.contains(name) { return }
      find(
        "field", "\(type) has no field \"\(whole)\", so this is nil.\(hint)",
        "To fix this, read a field that its feature declares in actions, or declare this one there.")
    case .state(let feature):
      let isOpen = open.contains(feature) || shape.path.last.map(assigned.contains) ?? false
      if !isWritten, isOpen { return }
      guard !(isWritten ? read : written).contains(name), let meant = suggestion(for: name, among: known) else {
        return
      }
      find(
        "state", severity: .warning, "the initial state of \(feature) has no \"\(whole)\". Did you mean \"\(meant)\"?",
        isWritten ? "It is written here, and nothing else reads it." : "It is read here, and nothing writes it.")
    case .computed(let feature):
      find(
        "computed", "\(feature) has no computed value \"\(name)\".\(hint)",
        "To fix this, read one that it declares in computed.")
    case .others(let feature):
      let features = app.generation.features.map(\.name)
      if features.contains(name) {
        find(
          "reads", "the feature \"\(name)\" is not listed by \(feature)",
          "To fix this, add it: \(list("reads", known, name))")
      } else {
        find(
          "reads", "there is no feature \"\(name)\".\(didYouMean(name, among: features))",
          "To fix this, read one that \(feature) lists in reads.")
      }
    case .context:
      find(
        "cx", "cx has no \"\(name)\".\(hint)",
        "To fix this, read what it has: \(known.sorted().joined(separator: ", ")).")
    case .cancelling(let feature):
      find(
        "cancel", "\(feature) has no effect \"\(name)\" to cancel.\(hint)",
        "To fix this, name the action that starts the effect, or give its policy an id.")
    case .model(let scene):
      find(
        "model", "the scene \(scene) does not list \"\(whole)\".\(hint)",
        "To fix this, read what it lists, or add it: model = { \"\(whole == "view" ? "view.NAME" : whole)\" }")
    case .rendering(let scene):
      find(
        "model", "the scene \(scene) does not render \"\(name)\".\(hint)",
        "To fix this, list it: renders = { \"\(name)\" }")
    case .core:
      find("service", "there is no service \"\(name)\".\(hint)", "To fix this, name one of the host or of this app.")
    case .service(let service):
      find(
        "service", "the service \(service) has no method \"\(name)\".\(hint)",
        "To fix this, call one that it has: \(known.sorted().joined(separator: ", ")).")
    }
  }

  private func list(_ key: String, _ names: some Sequence<String>, _ name: String) -> String {
    "\(key) = { \((names.sorted() + [name]).map { "\"\($0)\"" }.joined(separator: ", ")) }"
  }
}
