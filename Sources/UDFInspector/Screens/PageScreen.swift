import UDFHost
import UDFTooling

/// The app's screen as one page sees it, and the acts on it.
final class PageScreen {
  /// The rows of lists that the page shows; nil: it does not show the screen.
  var rows: Range<Int>? { didSet { shown = nil } }
  private let host: AppHost
  private let limit: PageLimit
  /// What was sent last.
  private var shown: String?
  /// The screens that were sent last, the newest at the end: an act may belong to one that the page still showed.
  private var sent: [(id: String, screen: Screen)] = []
  private var number = 0
  private static let sentLimit = 32

  init(_ host: AppHost, _ limit: PageLimit) { (self.host, self.limit) = (host, limit) }

  /// Returns the message with the present screen; nil if the page has it already or does not show it.
  func message() -> String? {
    guard let rows else { return nil }
    let (screen, text) = draw(rows)
    if shown == text { return nil }
    number += 1
    shown = text
    if let screen { sent.append(("\(number)", screen)) }
    if sent.count > PageScreen.sentLimit { sent.removeFirst() }
    return #"{"screen":{"id":"\#(number)",\#(text)}}"#
  }

  /// Returns the screen as an action left it, as a line. The page still shows the present one.
  func line(after n: Int, rows: Range<Int>) throws(HostError) -> String {
    let (_, text) = try host.withState(after: n, for: "screen") { () throws(HostError) in draw(rows) }
    return #"{"kind":"drawing","after":\#(n),"screen":{\#(text)}}"#
  }

  /// Returns the shown screen, and the members of its object in JSON. A screen that fails is shown as its error.
  private func draw(_ rows: Range<Int>) -> (screen: Screen?, text: String) {
    let canGoBack = host.screens.count > 1
    do throws(HostError) {
      let screen = try host.screen(rows: rows)
      let text = ScreenTree(screen.name, screen.elements, canGoBack: canGoBack).text
      if let problem = limit.problem("the screen", [text], advice: "show less at once") { throw problem }
      return (screen, text)
    } catch {
      return (nil, ScreenTree("", [.error(error.message, nil)], canGoBack: canGoBack).text)
    }
  }

  /// Taps what was drawn at a path of the screen with this id, if the present screen still has it.
  func press(_ path: String, on id: String) throws {
    let (seen, screen) = try seen(id)
    guard let target = seen.targets.first(where: { $0.path == path }) else { throw PageScreen.stale }
    let same = screen.targets.filter {
      $0.label == target.label && $0.event == target.event && $0.fields == target.fields
    }
    guard let present = same.count == 1 ? same[0] : same.first(where: { $0.number == target.number }) else {
      throw PageScreen.stale
    }
    try host.tap(present.number, on: screen)
  }

  /// Writes a text into the field that was drawn at a path of the screen with this id, if the present screen still has it.
  func type(_ text: String, into path: String, on id: String) throws {
    let (seen, screen) = try seen(id)
    guard let field = seen.fields.first(where: { $0.path == path }),
      screen.fields.contains(where: { $0.key == field.key && $0.event == field.event && $0.fields == field.fields })
    else { throw PageScreen.stale }
    try host.type(text, into: field.key, on: screen)
  }

  /// Returns the screen that the page had drawn, and the present one.
  private func seen(_ id: String) throws -> (seen: Screen, present: Screen) {
    guard let rows, let seen = sent.last(where: { $0.id == id })?.screen else { throw PageScreen.stale }
    let screen = try host.screen(rows: rows)
    guard seen.name == screen.name, seen.id == screen.id else { throw PageScreen.stale }
    return (seen, screen)
  }

  private static let stale = HostError(
    code: "stale", message: "the screen has changed since it was drawn; nothing was done")
}
