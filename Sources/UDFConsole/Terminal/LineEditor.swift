@preconcurrency import CReadline
import Dispatch
import Platform

/// GNU readline on the main queue: a line at a time goes out, text from the background is printed above the line.
@MainActor
final class LineEditor {
  /// Readline is one per process and its callbacks carry no context, so the editor in use is one per process too.
  static var current: LineEditor?

  /// Called with each line entered, nil for Ctrl-D.
  var onLine: (String?) -> Void = { _ in }
  /// Called with the text up to the cursor.
  var complete: (String) -> Completion = { _ in .none() }
  /// A line is on the screen that text from the background must not garble.
  private(set) var isEditing = false
  /// Lines above the one that is edited, drawn over in place while one is. Each must fit into one row, and the terminal
  /// must not be dumb.
  var panel: [String] = [] {
    didSet { if panel != oldValue, isEditing { redraw() } }
  }
  /// One more such line below them; it stands above the cursor if no line is edited. nil takes it away.
  var status: String? {
    didSet { if status != oldValue { redraw() } }
  }
  /// Those of them that stand there now.
  private var drawn: [String] = []
  private var wanted: [String] { (isEditing && !isPrinting ? panel : []) + (status.map { [$0] } ?? []) }
  /// More may be printed before the panel is drawn again.
  private var isPrinting = false
  private var source: (any DispatchSourceRead)?
  private var lastCompletion = Completion.none()

  /// The size of the window now, which readline may not have heard of yet.
  var window: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The terminal cannot move its cursor, or we do not know how.
  static var isDumb: Bool { getenv("TERM").map { String(cString: $0) == "dumb" } ?? false }

  /// Readline is set up with its editor, so that what is printed before the first prompt has a stream to go to.
  init() {
    Self.current = self
    TerminalLocale.prepare()
    configure()
    rl_initialize()
  }

  func start(prompt: String) {
    isEditing = true
    rl_callback_handler_install(prompt) { pointer in
      // The pointer must not cross into the actor, so it becomes a String first.
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

  /// Prints above the line that is being edited, or where the cursor is if none is.
  func print(_ text: String) {
    if isEditing, !panel.isEmpty, !isPrinting {
      // However much is printed in one go, the panel is drawn once.
      isPrinting = true
      MainQueue.async {
        self.isPrinting = false
        self.restoreStatus()
      }
    }
    redraw { write(text + "\n") }
  }

  /// Writes what `body` writes, below it panel and status, below that the line that is being edited.
  private func redraw(withStatus: Bool = true, _ body: () -> Void = {}) {
    if isEditing { rl_clear_visible_line() }
    if !drawn.isEmpty { write("\u{1B}[\(drawn.count)A\r\u{1B}[J") }
    body()
    drawn = withStatus ? wanted : []
    if !drawn.isEmpty { write(drawn.joined(separator: "\n") + "\n") }
    if isEditing {
      rl_on_new_line()
      rl_redisplay()
    }
  }

  /// For when the line is about to be left behind with all that is above it.
  private func hideStatus() {
    if !drawn.isEmpty { redraw(withStatus: false) }
  }

  private func restoreStatus() {
    if drawn != wanted { redraw() }
  }

  /// Ctrl-C on a line: leaves it on the screen and begins a new one.
  func discardLine(prompt: String) {
    guard isEditing else { return }
    hideStatus()
    // A search draws a prompt of its own, which cannot be left standing.
    if rl_readline_state & UInt(RL_STATE_ISEARCH | RL_STATE_NSEARCH) != 0 {
      rl_clear_visible_line()
      rl_on_new_line()
    }
    rl_callback_sigcleanup()
    rl_point = rl_end
    rl_redisplay()
    write("^C\n")
    using_history()
    rl_replace_line("", 1)
    rl_set_prompt(prompt)
    rl_on_new_line()
    rl_redisplay()
    restoreStatus()
  }

  /// The window has another size, for which `panel` is made.
  func resize(panel: [String]) {
    rl_resize_terminal()
    // A window that is narrower now has wrapped what was drawn for the one before, so it takes more rows.
    let columns = window.columns
    drawn = drawn.flatMap { line in
      Array(repeating: "", count: max(1, (Palette.columns(of: line) + columns - 1) / columns))
    }
    hideStatus()
    self.panel = panel
    restoreStatus()
  }

  /// Gives the terminal back as it was found, for Ctrl-Z or the end of the process.
  func releaseTerminal() {
    guard isEditing else { return }
    hideStatus()
    write("\n")
    rl_deprep_terminal()
  }

  /// Takes the terminal again after a stop.
  func resumeTerminal() {
    guard isEditing else { return }
    // A shell in between may have changed the modes behind readline's back.
    rl_deprep_terminal()
    rl_prep_terminal(1)
    rl_resize_terminal()
    rl_on_new_line()
    rl_redisplay()
    restoreStatus()
  }

  private func configure() {
    rl_catch_signals = 0
    rl_catch_sigwinch = 0
    rl_readline_name = UnsafePointer(strdup("udfhost"))
    // Set before readline starts, so that the user's own .inputrc has the last word.
    rl_variable_bind("show-all-if-ambiguous", "on")
    // Readline asks and pages by waiting for a key, and nothing else would go on meanwhile.
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
    // Candidates bring their closing quote themselves.
    rl_basic_quote_characters = UnsafePointer(strdup(""))
    rl_completion_word_break_hook = { LineEditor.wordBreaks }
    rl_attempted_completion_function = { _, start, end in
      rl_attempted_completion_over = 1
      let address = MainActor.assumeIsolated { LineEditor.current?.matches() ?? 0 }
      return UnsafeMutablePointer(bitPattern: address)
    }
  }

  private func accept(_ line: String?) {
    isEditing = false
    // Without this, Ctrl-D in an unfinished chunk would end the next line too.
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
    // Not `fputs`, for which a zero byte is the end.
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

  private var textBeforeCursor: String {
    guard let buffer = rl_line_buffer else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: buffer, count: Int(rl_point)), as: UTF8.self)
  }

  /// The address of the candidates in the form readline wants and frees: the common beginning, then each.
  private func matches() -> UInt {
    let candidates = lastCompletion.candidates
    guard !candidates.isEmpty else { return 0 }
    // In Lua a field, an action or a key is always followed by something else than a space.
    rl_completion_append_character = lastCompletion.isFollowed ? 32 : 0
    var strings = candidates.map { strdup($0) }
    if strings.count > 1 { strings.insert(strdup(Self.commonPrefix(of: candidates)), at: 0) }
    strings.append(nil)
    let size = strings.count * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = malloc(size) else { return 0 }
    strings.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: size) }
    return UInt(bitPattern: memory)
  }

  private static func commonPrefix(of texts: [String]) -> String {
    texts.dropFirst().reduce(texts.first ?? "") { prefix, text in
      String(zip(prefix, text).prefix { $0 == $1 }.map(\.0))
    }
  }
}
