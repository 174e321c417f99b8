@preconcurrency import CReadline
import Dispatch
import Platform
import UDFCommands

/// Edits lines with GNU readline on the main queue. It returns one line at a time, and prints background text above the
/// edited line.
@MainActor
final class LineEditor {
  /// Readline has one instance per process and its callbacks have no context parameter, so one editor per process is in
  /// use.
  static var current: LineEditor?

  /// Called with each entered line, and with nil for Ctrl-D.
  var onLine: (String?) -> Void = { _ in }
  /// Called with the text up to the cursor.
  var complete: (String) -> Completion = { _ in .none() }
  /// Whether a line is being edited, which background text must not overwrite.
  private(set) var isEditing = false
  /// Lines above the edited line, redrawn in place while a line is being edited. Each must fit into one row, and the
  /// terminal must not be dumb.
  var panel: [String] = [] {
    didSet { if panel != oldValue, isEditing { redraw() } }
  }
  /// A status line below the panel. It is displayed above the cursor if no line is being edited. nil removes it.
  var status: String? {
    didSet { if status != oldValue { redraw() } }
  }
  /// The displayed lines of panel and status.
  private var drawn: [String] = []
  private var wanted: [String] { (isEditing && !isPrinting ? panel : []) + (status.map { [$0] } ?? []) }
  /// Whether more text may be printed before the panel is drawn again.
  private var isPrinting = false
  /// The displayed part of the line.
  private var shown = LineWindow("", cursor: 0, prompt: 0, columns: 80, rows: 24)
  private var source: (any DispatchSourceRead)?
  private var lastCompletion = Completion.none()

  /// The present size of the window. Readline may still have the former size.
  var window: (columns: Int, rows: Int) { TerminalWindow.size }

  /// Sets readline up immediately, so that text before the first prompt has an output stream.
  init() {
    Self.current = self
    var found = termios()
    if tcgetattr(STDIN_FILENO, &found) == 0 { EmergencyExit.terminal = found }
    TerminalLocale.prepare()
    configure()
    rl_initialize()
    // Set after the initialization, because readline otherwise assumes that a program with its own display function has
    // a dumb terminal.
    rl_redisplay_function = { MainActor.assumeIsolated { LineEditor.current?.display() } }
  }

  func start(prompt: String) {
    isEditing = true
    rl_callback_handler_install(prompt) { pointer in
      // The pointer cannot be passed into the actor, so it is converted to a String first.
      let line = pointer.map { String(cString: $0) }
      free(pointer)
      MainActor.assumeIsolated { LineEditor.current?.accept(line) }
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readKeys() } }
    source.activate()
    self.source = source
  }

  func stop() {
    panel = []
    status = nil
    source?.cancel()
    source = nil
    isEditing = false
    rl_callback_handler_remove()
  }

  func setPrompt(_ prompt: String) { rl_set_prompt(prompt) }

  /// Prints above the edited line, or at the cursor if no line is being edited.
  func print(_ text: String) {
    if isEditing, !panel.isEmpty, !isPrinting {
      // The panel is drawn once after all output of this turn.
      isPrinting = true
      MainQueue.async {
        self.isPrinting = false
        self.restoreStatus()
      }
    }
    redraw { write(Palette.rendered(text) + "\n") }
  }

  /// Runs `body`, which writes text, and then draws panel, status and the edited line below that text.
  private func redraw(withStatus: Bool = true, _ body: () -> Void = {}) {
    if isEditing { rl_clear_visible_line() }
    if !drawn.isEmpty { write("\u{1B}[\(drawn.count)A\r\u{1B}[J") }
    body()
    drawn = withStatus ? wanted : []
    if !drawn.isEmpty { write(Palette.rendered(drawn.joined(separator: "\n")) + "\n") }
    if isEditing {
      rl_on_new_line()
      display()
    }
  }

  /// Removes the status before the line and everything above it become permanent output.
  private func hideStatus() {
    if !drawn.isEmpty { redraw(withStatus: false) }
  }

  private func restoreStatus() {
    if drawn != wanted { redraw() }
  }

  /// Handles Ctrl-C: leaves the line on the screen and starts a new one.
  func discardLine(prompt: String) {
    guard isEditing else { return }
    hideStatus()
    // An incremental search has its own prompt, which must be removed.
    if rl_readline_state & UInt(RL_STATE_ISEARCH | RL_STATE_NSEARCH) != 0 {
      rl_clear_visible_line()
      rl_on_new_line()
    }
    rl_callback_sigcleanup()
    rl_point = rl_end
    display()
    write("^C\n")
    using_history()
    rl_replace_line("", 1)
    rl_set_prompt(prompt)
    rl_on_new_line()
    display()
    restoreStatus()
  }

  /// Draws the line. If it has more rows than the window, draws the part around the cursor.
  private func display() {
    let (columns, rows) = window
    let prompt = promptColumns
    shown = LineWindow(line, cursor: Int(rl_point), prompt: prompt, columns: columns, rows: rows - drawn.count)
    guard shown.text.utf8.count < Int(rl_end) else { return rl_redisplay() }
    let (buffer, end, point) = (rl_line_buffer, rl_end, rl_point)
    var part = Array(shown.text.utf8CString)
    part.withUnsafeMutableBufferPointer { bytes in
      (rl_line_buffer, rl_end, rl_point) = (bytes.baseAddress, Int32(bytes.count - 1), Int32(shown.cursor))
      rl_redisplay()
    }
    (rl_line_buffer, rl_end, rl_point) = (buffer, end, point)
  }

  /// Redraws after a change of the window's size. `panel` must be made for the new size.
  func resize(panel: [String]) {
    let (columns, rows) = window
    rl_set_screen_size(Int32(rows), Int32(columns))
    // The terminal has wrapped the displayed lines again for the new width, so they may use another number of rows.
    let above = drawn.reduce(0) { $0 + max(1, (Palette.columns(of: $1) + columns - 1) / columns) }
    let inside = isEditing ? shown.cursorRow(prompt: promptColumns, columns: columns) : 0
    let up = min(above + inside, rows - 1)
    write((up > 0 ? "\u{1B}[\(up)A" : "") + (isEditing || above > 0 ? "\r\u{1B}[J" : ""))
    drawn = []
    if isEditing { rl_on_new_line() }
    self.panel = panel
    redraw()
  }

  /// Restores the terminal's settings before Ctrl-Z or the end of the process.
  func releaseTerminal() {
    guard isEditing else { return }
    hideStatus()
    write("\n")
    rl_deprep_terminal()
  }

  /// Prepares the terminal again after Ctrl-Z.
  func resumeTerminal() {
    guard isEditing else { return }
    // A shell may have changed the modes meanwhile, without readline's knowledge.
    rl_deprep_terminal()
    rl_prep_terminal(1)
    rl_set_screen_size(Int32(window.rows), Int32(window.columns))
    rl_on_new_line()
    display()
    restoreStatus()
  }

  private func configure() {
    rl_catch_signals = 0
    rl_catch_sigwinch = 0
    rl_readline_name = UnsafePointer(strdup("udfhost"))
    // Set before readline starts, so that the user's own .inputrc can override it.
    rl_variable_bind("show-all-if-ambiguous", "on")
    // Readline would block on a key to confirm or page the candidates, and stop all other work.
    rl_variable_bind("completion-query-items", "0")
    rl_variable_bind("page-completions", "off")
    rl_getc_function = { stream in
      let key = rl_getc(stream)
      if LineEditor.endings.contains(key) { MainActor.assumeIsolated { LineEditor.current?.hideStatus() } }
      return key
    }
    rl_completion_display_matches_hook = { matches, count, longest in
      MainActor.assumeIsolated { LineEditor.current?.hideStatus() }
      let shown = min(count, LineEditor.shownCandidates)
      rl_display_match_list(matches, shown, longest)
      if shown < count { fputs("… \(count - shown) more\n", rl_outstream) }
      rl_forced_update_display()
    }
    rl_completer_word_break_characters = UnsafePointer(strdup(" \t\n\"'<>=;|&{}()[]:,.+-*/%#~^"))
    // Candidates contain their closing quote.
    rl_basic_quote_characters = UnsafePointer(strdup(""))
    // Candidates are sorted already; readline would put 10 before 2.
    rl_sort_completion_matches = 0
    rl_completion_word_break_hook = { LineEditor.wordBreaks }
    rl_attempted_completion_function = { _, start, end in
      rl_attempted_completion_over = 1
      let address = MainActor.assumeIsolated { LineEditor.current?.matches() ?? 0 }
      return UnsafeMutablePointer(bitPattern: address)
    }
  }

  private func accept(_ line: String?) {
    isEditing = false
    // Without this, Ctrl-D in an unfinished chunk would also end the next line.
    rl_eof_found = 0
    onLine(line)
    isEditing = source != nil
  }

  private func readKeys() {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while source != nil, poll(&input, 1, 0) > 0 { rl_callback_read_char() }
    if source != nil { restoreStatus() }
  }

  /// The keys that may end a line: Return, Ctrl-J, Ctrl-O, Ctrl-D.
  private nonisolated static let endings: Set<Int32> = [13, 10, 15, 4]

  private func write(_ text: String) {
    // `fputs` would stop at a zero byte.
    fwrite(text, 1, text.utf8.count, rl_outstream)
    fflush(rl_outstream)
  }

  // MARK: Completion

  private nonisolated static let shownCandidates: Int32 = 100

  private static let quotes = strdup("\"'").map { UInt(bitPattern: $0) } ?? 0
  private static let spaces = strdup(" \t\n").map { UInt(bitPattern: $0) } ?? 0

  private nonisolated static var wordBreaks: UnsafeMutablePointer<CChar>? {
    let address = MainActor.assumeIsolated { () -> UInt in
      guard let editor = LineEditor.current else { return 0 }
      editor.lastCompletion = editor.complete(editor.textBeforeCursor)
      switch editor.lastCompletion.boundary {
      case .token: return 0
      case .quote: return quotes
      case .space: return spaces
      }
    }
    return UnsafeMutablePointer(bitPattern: address)
  }

  private var textBeforeCursor: String { Self.text(rl_point) }

  private var line: String { Self.text(rl_end) }

  /// The first bytes of the edited line.
  private static func text(_ count: Int32) -> String {
    guard let buffer = rl_line_buffer else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: buffer, count: Int(count)), as: UTF8.self)
  }

  /// The number of columns before the line's first row.
  private var promptColumns: Int {
    rl_display_prompt.map { (String(cString: $0).split(separator: "\n").last ?? "").columns } ?? 0
  }

  /// Returns the address of the candidates in the format that readline expects and frees: the common prefix, then each
  /// candidate.
  private func matches() -> UInt {
    // At column 0 readline does not call the hook, so the last completion belongs to another line.
    let candidates = rl_point == 0 ? [] : Self.inOrder(lastCompletion.candidates)
    guard !candidates.isEmpty else { return 0 }
    // In Lua, a field, an action or a key is never followed by a space.
    rl_completion_append_character = lastCompletion.isFollowed ? 32 : 0
    var strings = candidates.map { strdup($0) }
    if strings.count > 1 { strings.insert(strdup(Self.commonPrefix(of: candidates)), at: 0) }
    strings.append(nil)
    let size = strings.count * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = malloc(size) else { return 0 }
    strings.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: size) }
    return UInt(bitPattern: memory)
  }

  /// By the number that a candidate begins with, and then by its text.
  private static func inOrder(_ candidates: [String]) -> [String] {
    candidates.map { (Int($0.prefix(while: \.isNumber)) ?? .max, $0) }.sorted { $0 < $1 }.map(\.1)
  }

  private static func commonPrefix(of texts: [String]) -> String {
    texts.dropFirst().reduce(texts.first ?? "") { prefix, text in
      String(zip(prefix, text).prefix { $0 == $1 }.map(\.0))
    }
  }
}
