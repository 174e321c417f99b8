/// How a text of a screen is set off, where there is colour.
public enum ScreenStyle: String, Sendable {
  case plain, bold, dim, green, red
}
