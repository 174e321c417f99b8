import UDFTooling

/// Labels and values in two columns. A bar marks the end of a value that can be edited: `Name    Anna▏`.
struct ScreenFieldLayout {
  let fields: [ScreenField]
  let width: Int

  /// The minimum width of values beside their labels. With less space, values are below the labels.
  private static let leastRoom = 8

  var lines: [ScreenLine] {
    let labels = fields.map(Self.label)
    let column = min(labels.map(\.columns).max() ?? 0, width / 2)
    let isNarrow = width - column - 2 < Self.leastRoom
    let room = isNarrow ? width : width - column - 2
    return zip(fields, labels).flatMap { field, label in
      let values =
        field.event == nil
        ? value(of: field).wrapped(to: room) : [value(of: field).cleaned.shortened(to: room - 1) + "▏"]
      if isNarrow { return [ScreenLine(label.shortened(to: width), .dim)] + values.map { ScreenLine($0) } }
      return values.enumerated().map { index, value in
        var line = ScreenLine((index == 0 ? label : "").shortened(to: column).filled(to: column + 2), .dim)
        line.add(value)
        return line
      }
    }
  }

  /// The label, followed by the field's name if it cannot be derived from the label.
  private static func label(_ field: ScreenField) -> String {
    let label = field.label.cleaned
    let isObvious = field.event == nil || field.key == ScreenField.key(of: field.label)
    return isObvious ? label : "\(label) [\(field.key.cleaned)]"
  }

  private func value(of field: ScreenField) -> String {
    // The number of dots is limited, so that it does not show the length of a long secret.
    field.isSecret ? String(repeating: "•", count: min(field.value.count, width)) : field.value
  }
}
