import Testing
import UDFHost

@testable import UDFCommands

@Suite("Printing of replays")
struct ReplayFormatterTests {
  private let formatter = ReplayFormatter(width: 80)

  @Test(
    "a preview prints how many differ, which, and which could not be compared",
    arguments: [
      (
        ReplayPreview(generation: 2, actions: 2, differing: [1]),
        "   1 of 2 past actions now differs (#1) · :replay to adopt"
      ),
      (
        ReplayPreview(generation: 2, actions: 9, differing: [1, 2, 3, 4, 5, 6], unseen: 1),
        "   6 of 9 past actions now differ (#1, #2, #3, #4, #5, …) · 1 more could not be compared · :replay to adopt"
      ),
      (
        ReplayPreview(generation: 2, actions: 1, differing: [], unseen: 20),
        "   none of 1 past action now differs · 20 more could not be compared"
      ),
      (
        ReplayPreview(generation: 2, actions: 12_000, differing: []),
        "   none of 12,000 past actions now differs"
      ),
    ])
  func preview(_ preview: ReplayPreview, _ text: String) {
    #expect(formatter.text(preview) == text)
  }

  @Test("a replay prints its first action, and the refused actions with their errors")
  func adopted() {
    let error = HostError(code: "raised", message: "cart.lua:4: cart/add: too much\n  second line")
    let report = ReplayReport(first: 2, actions: 1, refusals: [.init(n: 3, type: "cart/add", error: error)])
    #expect(
      formatter.text(report) == """
        ✓ replay from #2 · 1 action reduced again
           #3 cart/add is left out:
             cart.lua:4: cart/add: too much
               second line
        """)
    #expect(formatter.text(ReplayReport(first: nil, actions: 7)) == "none of 7 past actions now differs")
  }

  @Test("compared actions are printed with their old changes above the new ones")
  func compared() throws {
    let total = try Path("cart.total")
    func action(_ n: Int, _ new: Int64) -> ActionRecord {
      ActionRecord(
        n: n, type: "cart/add", fields: ["sku": "A"], origin: .prompt, status: .committed,
        changes: [Change(.set, total, old: 0, new: .integer(new))])
    }
    let text = ReplayFormatter(width: nil).text([
      ReplayedAction(record: action(1, 1), changes: action(1, 1).changes, differs: false),
      ReplayedAction(record: action(2, 1), changes: action(2, 5).changes, differs: true),
      ReplayedAction(record: action(3, 1), changes: [], differs: true),
      ReplayedAction(
        record: action(4, 1), changes: [], error: HostError(code: "raised", message: "cart.lua:4: cart/add: no"),
        differs: true),
    ])
    #expect(
      text == """
        #1 cart/add {sku="A"}                                          the same
        #2 cart/add {sku="A"}                                           differs
           was cart.total: 0 → 1
           now cart.total: 0 → 5
        #3 cart/add {sku="A"}                                           differs
           was cart.total: 0 → 1
           now no change
        #4 cart/add {sku="A"}                                           differs
           was cart.total: 0 → 1
           now cart.lua:4: cart/add: no
        """)
  }
}
