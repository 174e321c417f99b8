class CodedThing: Codable {
  let label: String

  init(label: String) { self.label = label }
}

/// Encodes itself by hand, with nested containers, and its superclass in another container.
final class CodedBox: CodedThing {
  private enum Key: CodingKey { case size, tags }
  private enum SizeKey: CodingKey { case width }

  let width: Int
  let tags: [String]

  init(width: Int, tags: [String], label: String) {
    self.width = width
    self.tags = tags
    super.init(label: label)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    width = try container.nestedContainer(keyedBy: SizeKey.self, forKey: .size).decode(Int.self, forKey: .width)
    var list = try container.nestedUnkeyedContainer(forKey: .tags)
    var tags: [String] = []
    while !list.isAtEnd {
      var item = try list.nestedUnkeyedContainer()
      tags.append(try item.decode(String.self))
    }
    self.tags = tags
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    // Written alternately, as Codable allows.
    var size = container.nestedContainer(keyedBy: SizeKey.self, forKey: .size)
    var list = container.nestedUnkeyedContainer(forKey: .tags)
    for tag in tags {
      var item = list.nestedUnkeyedContainer()
      try item.encode(tag)
    }
    try size.encode(width, forKey: .width)
    try super.encode(to: container.superEncoder())
  }
}
