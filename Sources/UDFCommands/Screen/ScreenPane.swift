import UDF
import UDFHost
import UDFTooling

/// The visible part of the app's screen in a session, and the actions on it.
package final class ScreenPane {
  /// The size of the window. Without one, a list shows ``standardRows`` rows.
  package var window: (columns: Int, rows: Int)? { didSet { isStale = true } }
  /// Whether the screen is displayed above the prompt. This needs a terminal that can move its cursor.
  package private(set) var isShown = false {
    didSet {
      // The subscription slows each dispatch down, and only a displayed screen reads `isStale`.
      if isShown != oldValue { subscription = isShown ? host.follow { [weak self] in self?.isStale = true } : nil }
    }
  }
  package let canBeShown: Bool
  /// Whether something has changed since the displayed screen was drawn.
  package private(set) var isStale = true

  private let host: AppHost
  /// The screen that the user saw last; nil after an action on it, because the user knows the result of that action.
  private var seen: Screen?
  private var subscription: Subscription?
  private var page = ScreenPane.standardRows
  /// The first visible row of the lists of each screen, by the screen's id, so that a user who goes back finds the same
  /// rows.
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

  package init(_ host: AppHost, canBeShown: Bool = false) {
    self.host = host
    self.canBeShown = canBeShown
  }

  /// Returns the present screen, with as many rows of its lists as fit.
  func draw() throws -> Screen {
    forgetGone()
    page = try rowsThatFit()
    let screen = try host.screen(rows: first..<first + page)
    // A list does not scroll beyond its last rows.
    first = screen.lists.map(\.first).max() ?? 1
    return screen
  }

  /// Removes the positions of screens that no longer exist, because their ids may be used again.
  private func forgetGone() {
    let screens = host.screens
    firsts = firsts.filter { id, kept in screens.first { $0.id == id } == kept.screen }
  }

  private func rowsThatFit() throws -> Int {
    guard window != nil else { return Self.standardRows }
    // A screen without any rows shows how much space the other elements need.
    let bare = try host.screen(rows: first..<first)
    let lists = max(1, bare.lists.filter { $0.count > 0 }.count)
    let room = room - layout.lines(bare).count
    // If the other elements leave no space, a list uses the whole window except two lines, which count the hidden rows
    // and lines.
    return room >= lists ? room / lists : max(1, self.room - 2)
  }

  /// The maximum number of lines of the panel. The rest of the window is for the prompt and the latest output.
  private var room: Int {
    guard let window else { return .max }
    return max(1, window.rows - min(4, max(2, window.rows / 4)))
  }

  private var layout: ScreenLayout {
    // One column stays free, because some terminals move to the next row after the last column.
    ScreenLayout(width: window.map { $0.columns - 1 } ?? Self.standardColumns)
  }

  /// Returns the lines of the screen, and records it as seen.
  package func lines() throws -> [ScreenLine] {
    let screen = try draw()
    seen = screen
    return layout.lines(screen)
  }

  /// Returns the lines above the prompt, limited to the available space. If the screen cannot be drawn, they contain
  /// the error.
  package func panel() -> [ScreenLine] {
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
    // If not everything fits, a list takes precedence over the elements above it.
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

  /// The words that may follow `:screen`.
  static let views = ["next", "off", "on", "prev"]

  /// Moves to other rows of the lists, or displays the screen permanently.
  package func turn(to view: String) throws {
    switch view {
    case "": break
    case "on":
      guard canBeShown else {
        throw HostError(usage: ":screen on: needs a terminal. To fix this, print it: :screen")
      }
      isShown = true
    case "off": isShown = false
    case "next": try move(by: 1, "next", orElse: "these are the last rows")
    case "prev": try move(by: -1, "prev", orElse: "these are the first rows")
    default:
      guard let row = Int(view), row > 0 else {
        let hint = didYouMean(view, among: Self.views)
        throw HostError(usage: ":screen: \"\(view)\" is neither a row nor a word of it.\(hint)")
      }
      // Limited to a value that is beyond any list and cannot overflow.
      first = min(row, Int(Int32.max))
    }
    isStale = true
  }

  private func move(by pages: Int, _ view: String, orElse problem: String) throws {
    // The position and the number of visible rows are only known for a screen that was drawn.
    let start = try draw()
    let row = first
    first = max(1, row + pages * page)
    if try draw().lists.map(\.first) != start.lists.map(\.first) { return }
    first = row
    let reason = start.lists.isEmpty ? "there is no list to turn to other rows of" : problem
    throw HostError(usage: ":screen \(view): \(reason)")
  }

  /// Taps the element with the number at the start of `argument`, if it is the element that the user saw there. A label
  /// after the number must match too. Without a number, taps the element with this label.
  func tap(_ argument: String) throws {
    let first = argument.prefix { !$0.isWhitespace }
    let label = argument[first.endIndex...].trimmingSpace
    let screen = try draw()
    guard let number = Int(first) else {
      try host.tap(try Self.number(of: argument, on: screen), on: screen)
      seen = nil
      return
    }
    if let target = screen.targets.first(where: { $0.number == number }),
      !Self.label(of: target).hasPrefix(label) || !wasSeen(target, on: screen)
    {
      throw HostError(
        usage: ":tap: \(number) is \"\(Self.label(of: target))\" now. To fix this, look again: :screen"
      )
    }
    try host.tap(number, on: screen)
    seen = nil
  }

  /// Returns the label as a user types it: an app may indent it.
  private static func label(of target: ScreenTarget) -> String { String(target.label.cleaned.trimmingSpace) }

  /// Returns the number of the element with a label, with or without quotes, or of the only element whose label starts
  /// with it.
  private static func number(of argument: String, on screen: Screen) throws -> Int {
    let label = argument.unquoted
    if label.isEmpty {
      throw HostError(usage: ":tap: takes the number that stands before a row or button, or its label")
    }
    let known = screen.targets.map { (number: $0.number, label: Self.label(of: $0)) }
    let exact = known.filter { $0.label == label }
    let meant = exact.isEmpty ? known.filter { $0.label.lowercased().hasPrefix(label.lowercased()) } : exact
    if meant.count == 1 { return meant[0].number }
    guard meant.isEmpty else {
      let numbers = meant.prefix(5).map { "\($0.number)" }.joined(separator: ", ") + (meant.count > 5 ? ", …" : "")
      throw HostError(
        usage: ":tap: \(meant.count) rows and buttons begin with \"\(label)\": \(numbers)"
          + "\n  To fix this, give the number: :tap \(meant[0].number)")
    }
    let hint = known.isEmpty ? " Nothing here can be tapped." : didYouMean(label, among: known.map(\.label))
    throw HostError(usage: ":tap: nothing here is labelled \"\(label)\".\(hint)")
  }

  private func wasSeen(_ target: ScreenTarget, on screen: Screen) -> Bool {
    guard let seen else { return true }
    return seen.name == screen.name && seen.id == screen.id && seen.targets.contains(target)
  }

  /// Writes the text after the first word of `argument` into the field that this word names.
  package func type(_ argument: String) throws {
    let key = argument.prefix { !$0.isWhitespace }
    guard !key.isEmpty else {
      throw HostError(usage: ":type: takes the name of a field and the text to write")
    }
    try host.type(String(argument[key.endIndex...].trimmingSpace), into: String(key), on: try draw())
    seen = nil
  }

  /// Whether a line may contain secret text: it writes into a field, unless that field shows its value.
  package func isSecret(_ line: Line) -> Bool {
    guard case .command(let name, let argument) = line, CommandTable.entry(for: name)?.command == .type,
      let fields = try? draw().fields, fields.contains(where: \.isSecret)
    else { return false }
    let key = argument.prefix { !$0.isWhitespace }
    return !fields.contains { $0.key == key && !$0.isSecret }
  }

  package func back() throws {
    try host.back()
    seen = nil
  }

  /// The numbers of the elements that can be tapped, with their labels.
  var targets: [String] {
    (try? draw())?.targets.map { "\($0.number) \($0.label.cleaned)" } ?? []
  }

  /// The labels of the elements that can be tapped.
  var labels: [String] { (try? draw())?.targets.map(\.label.cleaned) ?? [] }

  /// The names of the fields that can be written.
  package var fields: [String] { (try? draw())?.fields.map(\.key.cleaned) ?? [] }
}
