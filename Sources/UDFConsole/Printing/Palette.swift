/// The few colours of the console; without colour every text is returned as it came.
struct Palette: Sendable {
  let isColoured: Bool

  static let plain = Palette(isColoured: false)

  /// The columns of a line that has been painted.
  static func columns(of painted: String) -> Int { painted.replacing(/\u{1B}\[[0-9]*m/, with: "").columns }

  func dim(_ text: String) -> String { paint(text, "2") }
  func red(_ text: String) -> String { paint(text, "31") }
  func green(_ text: String) -> String { paint(text, "32") }
  func bold(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
