import Testing

@testable import UDFCommands

@Suite("Completion of actions on a screen")
struct ScreenCompletionTests {
  private func candidates(_ text: String) -> [String] { Completer(source: ShopSource()).complete(text).candidates }

  @Test("numbers with their labels, names of fields, and the words for turning pages")
  func commands() {
    #expect(candidates(":tap ") == ["1 Tea", "2 Check out"])
    #expect(candidates(":t 2") == ["2 Check out"])
    #expect(
      Completer(source: ShopSource()).complete(":tap \"Che")
        == Completion(word: "Che", candidates: ["Check out\""], boundary: .quote))
    #expect(candidates(":tap \"Check out\"") == [])
    #expect(
      Completer(source: ShopSource()).complete(":tap 2 Check o")
        == Completion(word: "o", candidates: ["out"], boundary: .space))
    #expect(candidates(":type na") == ["name"])
    #expect(candidates(":screen ") == ["next", "off", "on", "prev"])
    #expect(candidates(":sc") == ["screen"])
    #expect(candidates(":back ") == [])
  }
}
