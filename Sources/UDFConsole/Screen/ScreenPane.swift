import UDF
import UDFHost
import UDFTooling

/// The part of the app's screen that a session looks at, and what is done on it.
final class ScreenPane {
  /// The size of the window; without one a list shows ``standardRows`` of its rows.
  var window: (columns: Int, rows: Int)? { didSet { isStale = true } }
  /// Whether the screen stands above the prompt; it can only where the cursor can be moved.
  private(set) var isShown = false
  let canBeShown: Bool
  /// Something has happened since the screen was drawn last.
  private(set) var isStale = true

  private let host: AppHost
  /// What was seen last; nil when something has been done on it since, of which one knows what it leads to.
  private var seen: Screen?
  private var subscription: Subscription?
  private var page = ScreenPane.standardRows
  /// The row that the lists of a screen begin with, by its id: who goes back finds them where they were.
  private var firsts: [Int?: (screen: ScreenInstance?, row: Int)] = [:]
  private var first: Int {
    get { firsts[host.screens.last?.id]?.row ?? 1 }
    set {
      let screen = host.screens.last
      firsts[screen?.id] = newValue == 1 ? nil : (screen, newValue)
    }
  }

  private static let standardRows = 20
  private static let standardColumns = 80

  init(_ host: AppHost, canBeShown: Bool = false) {
    self.host = host
    self.canBeShown = canBeShown
    subscription = host.follow { [weak self] in self?.isStale = true }
  }

  /// The screen as it is now, of its lists as much as fits.
  func draw() throws -> Screen {
    forgetGone()
    page = try rowsThatFit()
    let screen = try host.screen(rows: first..<first + page)
    // Behind the end of a list there is nothing to see.
    first = screen.lists.map(\.first).max() ?? 1
    return screen
  }

  /// The id of a screen that is gone may be that of another one later.
  private func forgetGone() {
    let screens = host.screens
    firsts = firsts.filter { id, kept in screens.first { $0.id == id } == kept.screen }
  }

  private func rowsThatFit() throws -> Int {
    guard window != nil else { return Self.standardRows }
    // Without any of its rows a screen shows how much it needs for the rest.
    let bare = try host.screen(rows: first..<first)
    let lists = max(1, bare.lists.filter { $0.count > 0 }.count)
    let room = room - layout.lines(bare).count
    // Where there is room for nothing else a list has all but what tells of the rest, of it and of the screen.
    return room >= lists ? room / lists : max(1, self.room - 2)
  }

  /// The lines of a panel; the rest of the window is for the prompt and what was printed last.
  private var room: Int {
    guard let window else { return .max }
    return max(1, window.rows - min(4, max(2, window.rows / 4)))
  }

  private var layout: ScreenLayout {
    // One column less, because some terminals go on to the next row when the last is written.
    ScreenLayout(width: window.map { $0.columns - 1 } ?? Self.standardColumns)
  }

  /// The lines to be seen.
  func lines() throws -> [ScreenLine] {
    let screen = try draw()
    seen = screen
    return layout.lines(screen)
  }

  /// The lines to stand above the prompt, no more than there is room for; what keeps them from being drawn stands there too.
  func panel() -> [ScreenLine] {
    isStale = false
    var lines: [ScreenLine]
    do {
      lines = try self.lines()
    } catch {
      seen = nil
      let message = (error as? HostError)?.message ?? String(describing: error)
      lines = layout.wrapped(message, .red)
    }
    guard lines.count > room else { return lines }
    // Rather a list without what is above it than that without the list.
    let shown = lines.dropFirst(seen.map(linesAboveList) ?? 0).prefix(max(1, room - 1))
    let rest = ScreenLine("… \(lines.count - shown.count) more lines", .dim)
    return shown + (room > 1 ? [rest.fitted(to: layout.width)] : [])
  }

  private func linesAboveList(of screen: Screen) -> Int {
    let above = screen.elements.prefix { element in
      switch element {
      case .list(let rows), .table(_, let rows): rows.rows.isEmpty
      default: true
      }
    }
    if above.count == screen.elements.count { return 0 }
    return layout.lines(screen, count: above.count).count
  }

  // MARK: commands

  /// What may follow `:screen`.
  static let views = ["next", "off", "on", "prev"]

  /// Turns to another part of the screen or shows it for good.
  func turn(to view: String) throws {
    switch view {
    case "": break
    case "on":
      guard canBeShown else {
        throw HostError(code: "usage", message: ":screen on: needs a terminal. To fix this, print it: :screen")
      }
      isShown = true
    case "off": isShown = false
    case "next": try move(by: 1, "next", orElse: "these are the last rows")
    case "prev": try move(by: -1, "prev", orElse: "these are the first rows")
    default:
      guard let row = Int(view), row > 0 else {
        let hint = didYouMean(view, among: Self.views)
        throw HostError(code: "usage", message: ":screen: \"\(view)\" is neither a row nor a word of it.\(hint)")
      }
      // Far enough for any list, and there is room to count on.
      first = min(row, Int(Int32.max))
    }
    isStale = true
  }

  private func move(by pages: Int, _ view: String, orElse problem: String) throws {
    // Where it is, and how much of it is shown, is only known of what is drawn.
    let start = try draw()
    let row = first
    first = max(1, row + pages * page)
    if try draw().lists.map(\.first) != start.lists.map(\.first) { return }
    first = row
    let reason = start.lists.isEmpty ? "there is no list to turn to other rows of" : problem
    throw HostError(code: "usage", message: ":screen \(view): \(reason)")
  }

  /// Taps what has the number that `argument` begins with, if that is what was seen there last; with a label behind it only
  /// if that is still there.
  func tap(_ argument: String) throws {
    let number = argument.prefix { !$0.isWhitespace }
    let label = argument[number.endIndex...].trimmingSpace
    guard let number = Int(number) else {
      throw HostError(
        code: "usage", message: ":tap: takes the number that stands before a row or button, got \"\(argument)\"")
    }
    let screen = try draw()
    if let target = screen.targets.first(where: { $0.number == number }),
      !target.label.cleaned.hasPrefix(label) || !wasSeen(target, on: screen)
    {
      throw HostError(
        code: "usage", message: ":tap: \(number) is \"\(target.label.cleaned)\" now. To fix this, look again: :screen")
    }
    try host.tap(number, on: screen)
    seen = nil
  }

  private func wasSeen(_ target: ScreenTarget, on screen: Screen) -> Bool {
    guard let seen else { return true }
    return seen.name == screen.name && seen.id == screen.id && seen.targets.contains(target)
  }

  /// Writes what follows the first word of `argument` into the field of that name.
  func type(_ argument: String) throws {
    let key = argument.prefix { !$0.isWhitespace }
    guard !key.isEmpty else {
      throw HostError(code: "usage", message: ":type: takes the name of a field and the text to write")
    }
    try host.type(String(argument[key.endIndex...].trimmingSpace), into: String(key), on: try draw())
    seen = nil
  }

  /// Whether a line may hold what is not to be seen: it writes into no field that shows what is in it.
  func isSecret(_ line: Line) -> Bool {
    guard case .command(let name, let argument) = line, CommandTable.entry(for: name)?.command == .type,
      let fields = try? draw().fields, fields.contains(where: \.isSecret)
    else { return false }
    let key = argument.prefix { !$0.isWhitespace }
    return !fields.contains { $0.key == key && !$0.isSecret }
  }

  func back() throws {
    try host.back()
    seen = nil
  }

  /// The numbers that can be tapped, with their labels.
  var targets: [String] {
    (try? draw())?.targets.map { "\($0.number) \($0.label.cleaned)" } ?? []
  }

  /// The keys of the fields that can be written.
  var fields: [String] { (try? draw())?.fields.map(\.key.cleaned) ?? [] }
}
