import LuaRuntime
import LuaSyntax
import SeededTesting
import Testing

/// The parser accepts a source if and only if Lua compiles it.
@Suite("The parser accepts the same sources as Lua")
struct LuaLaws {
  private let machine = LuaMachine()
  private static let tokens = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not",
    "or", "repeat", "return", "then", "true", "until", "while", "+", "-", "*", "/", "%", "^", "#", "&", "~", "|", "<<",
    ">>", "//", "==", "~=", "<=", ">=", "<", ">", "=", "(", ")", "{", "}", "[", "]", "::", ";", ":", ",", ".", "..",
    "...",
    "a", "b", "_ENV", "1", "0x1p4", "3.5", "'s'", "[[l]]", "--c\n", "<const>", "<close>", "\n",
  ]
  /// Parts of statements. Random sequences of them are often valid Lua.
  private static let phrases = [
    "local a = 1", "local b <const> = 2", "a = b", "f(a)", "do", "end", "while a do", "break", "goto l", "::l::",
    "if a then", "else", "for i = 1, 2 do", "function f(...)", "return ...", "repeat", "until a", "local function g(x)",
    ";",
    "return", "for k in a do", "::m::", "goto m", "x.y = { 1, z = 2 }", "a:b 's'", "b = 3",
  ]

  private func isAccepted(_ source: [UInt8]) -> Bool { (try? Chunk(source)) != nil }

  private func check(_ source: [UInt8], _ what: Comment) {
    let isLua = machine.errorOffset(in: source) == nil
    #expect(isAccepted(source) == isLua, "\(what): \(String(decoding: source, as: UTF8.self)) \(Seed.replay)")
  }

  @Test("random tokens")
  func tokens() {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<2000 {
      let count = Int.random(in: 1...12, using: &generator)
      let source = (0..<count).compactMap { _ in Self.tokens.randomElement(using: &generator) }.joined(separator: " ")
      check(Array(source.utf8), "tokens")
    }
  }

  @Test("random statements")
  func statements() {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<3000 {
      let count = Int.random(in: 1...8, using: &generator)
      var source = (0..<count).compactMap { _ in Self.phrases.randomElement(using: &generator) }
      // Closes most blocks, so that more sources are valid.
      let open = source.count { $0.hasSuffix("do") || $0.hasSuffix("then") || $0.contains("function") }
      source += [String](repeating: "end", count: max(0, open - source.count { $0 == "end" }))
      check(Array(source.joined(separator: "\n").utf8), "statements")
    }
  }

  @Test("truncated files, and files with a few changed bytes")
  func files() {
    var generator = SeededGenerator(seed: Seed.current)
    for path in LuaFiles.all {
      let source = LuaFiles.read(path)
      for _ in 0..<Extent.runs(daily: 1, nightly: 3) {
        check(Array(source.prefix(Int.random(in: 0...source.count, using: &generator))), "cut off")
        var changed = source
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          guard let place = changed.indices.randomElement(using: &generator) else { continue }
          switch Int.random(in: 0...2, using: &generator) {
          case 0: changed.remove(at: place)
          case 1: changed[place] = UInt8.random(in: 1...127, using: &generator)
          default: changed.insert(changed.randomElement(using: &generator) ?? 32, at: place)
          }
        }
        check(changed, "changed")
      }
    }
  }

  @Test("random bytes")
  func bytes() {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<1000 {
      let count = Int.random(in: 0...40, using: &generator)
      check((0..<count).map { _ in UInt8.random(in: 1...255, using: &generator) }, "bytes")
    }
  }
}
