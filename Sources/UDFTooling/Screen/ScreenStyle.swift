/// The style of a text on a screen.
public enum ScreenStyle: String, Sendable {
  case plain, bold, dim, green, red
}
