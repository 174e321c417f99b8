import Testing

/// The session that the design shows, line by line; only times are any.
@Suite("A session at a terminal")
struct DesignSessionTests {
  private let folder = AppFolder.market()
  private let terminal: Terminal

  init() throws {
    terminal = try Terminal(folder, "--no-color")
    try terminal.wait(forText: "[sync] #1 stock/cached")
    try terminal.waitForPrompt()
    // From here on the server keeps quiet until something is in the cart.
    try terminal.enter("state.stock.sync.phase", until: [#""pulling""#])
  }

  /// The line with its time taken out.
  private func untimed(_ line: String) -> String {
    line.replacing(/[0-9.]+ (ms|s)\b/, with: "… ms").replacing(#/ +… ms$/#, with: " … ms")
  }

  @Test("is equal to the one in the design")
  func session() throws {
    #expect(terminal.screen.lines[0] == "shop · 3 features · 2 services · watching 5 files · :help")

    terminal.type("cart.add{ sku=\"A1\", qty=2 }\n")
    try terminal.wait(forText: "[sync]")
    try terminal.wait { $0.text.contains("9 → 7") && $0.cursorLine == "udf>" }
    let start = try #require(terminal.screen.lines.firstIndex(of: "udf> cart.add{ sku=\"A1\", qty=2 }"))
    #expect(
      terminal.screen.lines[(start + 1)...].map(untimed) == [
        #"#3 cart/add {qty=2, sku="A1"} … ms"#,
        #"   cart.items[1]: + {qty=2, sku="A1"}"#,
        "   cart.total: 0 → 39.8",
        "[sync] #4 stock/synced  stock.rows[1].left: 9 → 7",
        "udf>",
      ])

    #expect(try terminal.enter("state.cart.total * 1.2") == ["47.76"])

    terminal.type("cart.add{ \t")
    try terminal.wait { $0.lines.contains("qty=  sku=") && $0.cursorLine == "udf> cart.add{" }
    terminal.type("\u{3}")
    try terminal.wait { $0.cursorLine == "udf>" }
    #expect(
      try terminal.enter("cart.add{ sku=\"B2\", qty=\"x\" }") == [
        #"features/cart.lua:12: cart/add: qty must be a number, got string "x""#,
        "  The action was refused and the state is unchanged.",
        #"  To fix this, send a number: cart.add{ sku = "B2", qty = 2 }"#,
      ])

    let broken = """
          add = function(s, a) return {
        total = s.total + a.price,
        items = push(s.items a),
      } end,
      """
    folder.write("features/cart.lua", AppFolder.marketCart(broken))
    try terminal.wait { $0.text.contains("still running generation 1") && $0.cursorLine == "udf>" }
    #expect(
      terminal.screen.lines.suffix(6) == [
        "✗ reload features/cart.lua:14:24",
        "   13 |   total = s.total + a.price,",
        "   14 |   items = push(s.items a),",
        "      |                        ^ ')' expected near 'a'",
        "   still running generation 1",
        "udf>",
      ])

    folder.write("features/cart.lua", AppFolder.marketCart().replacing("A1 = 19.9", with: "A1 = 20.5"))
    try terminal.wait { $0.text.contains(":replay to adopt") && $0.cursorLine == "udf>" }
    #expect(
      terminal.screen.lines.suffix(3).map(untimed) == [
        "✓ reload features/cart.lua · generation 2 · … ms · state kept",
        "   1 of 5 past actions now differs (#3) · :replay to adopt",
        "udf>",
      ])
    #expect(try terminal.enter("state.cart.total") == ["39.8"])
  }
}
