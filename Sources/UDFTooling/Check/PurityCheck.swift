import LuaSyntax
import UDFHost

/// Checks that reducers, views, events, computed values, guards, migrations and merges of conflicts write only to their
/// arguments. Undo and replay do not restore other writes, and a reload discards them.
struct PurityCheck {
  /// A function that must be pure, with its name in errors.
  private struct Root {
    let subject: String
    let function: Located
  }

  /// Tables of the library. Each file has its own copy.
  private static let libraries: Set = ["coroutine", "math", "os", "string", "table", "utf8"]
  /// Functions whose results differ from run to run.
  private static let impure: Set = [
    "os.time", "os.clock", "os.date", "math.random", "math.randomseed", "collectgarbage", "load",
  ]
  private static let consequence = "It is not undone and not replayed, and the next reload discards it."

  private let program: LuaProgram
  private var findings: [Finding] = []
  private var seen: Set<FunctionPlace> = []

  static func findings(in program: LuaProgram, _ declarations: [Declaration]) -> [Finding] {
    var check = PurityCheck(program: program)
    for root in declarations.flatMap(check.roots) { check.visit(root.function, root.subject, isRoot: true) }
    return check.findings
  }

  private init(program: LuaProgram) { self.program = program }

  private func roots(of declaration: Declaration) -> [Root] {
    let name = declaration.name ?? "a \(declaration.kind)"
    func all(_ key: String, _ subject: (String) -> String) -> [Root] {
      declaration.entries(key).map { Root(subject: subject($0.name), function: $0.value) }
    }
    switch declaration.kind {
    case "feature", "native", "entities", "sync":
      return all("reduce") { "the reducer \($0.contains("/") ? "\(name): \($0)" : "\(name)/\($0)")" }
        + all("events") { "the event \(name).\($0)" } + all("emits") { "emits.\($0) of \(name)" }
        + declaration.lastItems("computed").map {
          Root(subject: "the computed value \(name).\($0.name)", function: $0.value)
        } + pictures(of: declaration, name)
        + ["conflict", "migrate"].compactMap { key in
          declaration[key].map { Root(subject: "\(key) of \(name)", function: $0) }
        }
    case "scene": return all("events") { "the event \(name).\($0)" } + pictures(of: declaration, name)
    case "flow":
      return declaration.entries("routes").compactMap { entry in
        program.member("guard", of: entry.value).map { Root(subject: "the guard of \(entry.name)", function: $0) }
      }
    default: return []
    }
  }

  private func pictures(of declaration: Declaration, _ name: String) -> [Root] {
    var roots = declaration["view"].map { [Root(subject: "the view of \(name)", function: $0)] } ?? []
    if let screen = declaration["screen"].map({ program.meaning(of: $0) }), let call = program.library(screen),
      call.name == "screen", let draw = call.arguments.first
    {
      roots.append(Root(subject: "the screen of \(name)", function: screen.with(draw)))
    }
    return roots
  }

  /// Checks a function, and the functions that it calls or passes on.
  private mutating func visit(_ value: Located, _ subject: String, isRoot: Bool = false) {
    let found = program.meaning(of: value)
    guard let body = found.function, let place = FunctionPlace(found), seen.insert(place).inserted else { return }
    var others: [Located] = []
    body.body.walk { node in
      switch node {
      case .statement(let statement):
        switch statement.kind {
        case .assign(let targets, _): for target in targets { check(target, in: found.file, body, subject) }
        case .function(let target, _): check(target, in: found.file, body, subject)
        default: break
        }
      case .expression(let expression):
        guard case .call(let callee, let arguments) = expression.kind else { return }
        if let table = callee.tableWritten(with: arguments) {
          checkTable(table, in: found.file, body, subject)
        }
        checkCall(found.with(callee), arguments, subject, isRoot)
        others += ([callee] + arguments).map(found.with)
      }
    }
    for other in others where other.expression.mayNameFunction {
      let other = program.meaning(of: other)
      // A nested function may write to the variables of the outer one, and was checked with it.
      guard let inner = other.function, other.file !== found.file || !body.functions.contains(inner.id) else {
        continue
      }
      visit(other, subject)
    }
  }

  /// Reports a call whose result differs from run to run, which the host refuses. A function that others call too may make it only
  /// for them.
  private mutating func checkCall(_ callee: Located, _ arguments: [Expression], _ subject: String, _ isRoot: Bool) {
    let name: String
    switch program.meaning(of: callee).expression.kind {
    case .global(let function): name = function
    case .index(let library, let key):
      guard case .global(let table) = library.kind else { return }
      name = "\(table).\(key.text ?? "")"
    default: return
    }
    // The date of a given time in UTC is always the same.
    let isFixed = name == "os.date" && arguments.count > 1 && arguments[0].text?.hasPrefix("!") ?? true
    guard PurityCheck.impure.contains(name), !isFixed else { return }
    findings.append(
      callee.file.finding(
        "pure", at: callee.expression.position, severity: isRoot ? .error : .warning,
        "\(subject) calls \(name), whose result differs from run to run",
        "It raises an error there.",
        "To fix this, call it in an effect, and send the result with an action."
          + (name == "os.date" ? " A given time can be shown in UTC: os.date(\"!%F\", time)" : "")))
  }

  /// Checks the target of an assignment.
  private mutating func check(
    _ target: Expression, in file: LuaFile, _ body: FunctionBody, _ subject: String
  ) {
    switch target.kind {
    case .local(let id): report(id, at: target, "writes the variable", in: file, body, subject)
    case .index(let table, _): checkTable(table, in: file, body, subject)
    default: break
    }
  }

  private mutating func checkTable(
    _ table: Expression, in file: LuaFile, _ body: FunctionBody, _ subject: String
  ) {
    var base = table
    while true {
      switch base.kind {
      case .index(let inner, _), .single(let inner): base = inner
      case .local(let id): return report(id, at: base, "writes into", in: file, body, subject)
      case .global(let name) where PurityCheck.libraries.contains(name):
        findings.append(
          file.finding(
            "upvalue", at: base.position, "\(subject) writes into \(name), a variable of the whole file",
            PurityCheck.consequence, "To fix this, keep it in the state"))
        return
      default: return
      }
    }
  }

  private mutating func report(
    _ id: Local.ID, at place: Expression, _ what: String, in file: LuaFile, _ body: FunctionBody, _ subject: String
  ) {
    let local = file.chunk.locals[id]
    guard !body.functions.contains(local.function) else { return }
    findings.append(
      file.finding(
        "upvalue", at: place.position,
        "\(subject) \(what) \(local.name), which is declared outside of it, in line \(local.position.line)",
        PurityCheck.consequence,
        "To fix this, keep it in the state, or declare it where it is written: local \(local.name) = …"))
  }
}

extension Expression {
  /// Whether the expression may be the name of a function.
  fileprivate var mayNameFunction: Bool {
    switch kind {
    case .local, .index: true
    case .single(let inner): inner.mayNameFunction
    default: false
    }
  }
}
