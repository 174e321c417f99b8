import Testing

@testable import UDFCommands
@testable import UDFTooling

@Suite("Layout of screens in a terminal")
struct ScreenLayoutTests {
  private func lines(_ elements: ScreenElement..., width: Int = 40) -> [String] {
    ScreenLayout(width: width).lines(Screen(name: "a", id: nil, elements: elements)).map { $0.text(.plain) }
  }

  private func target(_ number: Int, _ label: String = "") -> ScreenTarget {
    ScreenTarget(number: number, label: label, event: "a.tap", fields: [:])
  }

  private func row(_ cells: String..., number: Int? = nil, selected: Bool = false) -> ScreenRow {
    ScreenRow(cells: cells, isSelected: selected, target: number.map { target($0, cells[0]) })
  }

  private func list(_ rows: [ScreenRow], first: Int = 1, of count: Int? = nil) -> ScreenElement {
    .list(ScreenRows(rows: rows, first: first, count: count ?? rows.count))
  }

  private func field(
    _ label: String, _ value: String, key: String? = nil, secret: Bool = false, event: String? = "a.typed"
  ) -> ScreenField {
    ScreenField(
      label: label, value: value, key: key ?? ScreenField.key(of: label), isSecret: secret, event: event, fields: [:])
  }

  private var shop: Screen {
    Screen(
      name: "shop", id: nil,
      elements: [
        .title("Shopping cart", subtitle: "2 items"), .divider,
        list(
          [row("Tea", "4.50", number: 1), row("Coffee, a very good one", "7.20", number: 2, selected: true)],
          first: 41, of: 10_000),
        .fields([field("Name", "Anna")]), .error("no connection", target(3, "try again")),
        .button(target(4, "Check out")),
      ])
  }

  @Test("a screen of 40 columns")
  func whole() {
    let text = ScreenLayout(width: 40).lines(shop).map { $0.text(.plain) }.joined(separator: "\n")
    #expect(
      text == """
        Shopping cart
        2 items
        ────────────────────────────────────────
        [1] Tea                             4.50
        [2]›Coffee, a very good one         7.20
        rows 41–42 of 10,000
        Name  Anna▏
        ✗ no connection
        [3] ‹try again›
        [4] ‹Check out›
        """)
  }

  @Test("the same screen in 20 columns, and in 5")
  func narrow() {
    #expect(
      ScreenLayout(width: 20).lines(shop).map { $0.text(.plain) }.joined(separator: "\n") == """
        Shopping cart
        2 items
        ────────────────────
        [1] Tea         4.50
        [2]›Coffee, a…  7.20
        rows 41–42 of 10,000
        Name  Anna▏
        ✗ no connection
        [3] ‹try again›
        [4] ‹Check out›
        """)
    #expect(
      ScreenLayout(width: 5).lines(shop).map { $0.text(.plain) }.joined(separator: "\n") == """
        Shop…
        2 it…
        ─────
        [1] …
        [2]›…
        rows…
        Name
        Anna▏
        ✗ no
        conne
        ction
        [3] …
        [4] …
        """)
  }

  @Test("colour shows styles and changes no letter")
  func colour() {
    let lines = ScreenLayout(width: 40).lines(shop)
    let palette = Palette(isColoured: true)
    #expect(Palette.rendered(lines[0].text(palette)) == "\u{1B}[1mShopping cart\u{1B}[0m")
    #expect(Palette.rendered(lines[3].text(palette)).hasPrefix("\u{1B}[2m[1]\u{1B}[0m Tea  "))
    #expect(Palette.rendered(lines[7].text(palette)) == "\u{1B}[31m✗ no connection\u{1B}[0m")
    for line in lines { #expect(Palette.columns(of: line.text(palette)) == line.columns) }
  }

  @Test("rows have a column for numbers or for the selection only if a row needs it")
  func rows() {
    #expect(lines(list([row("a"), row("b")])) == ["a", "b"])
    #expect(lines(list([row("a"), row("b", selected: true)])) == [" a", "›b"])
    #expect(lines(list([row("a"), row("b", number: 1)])) == ["    a", "[1] b"])
    #expect(lines(.button(target(9, "a")), .button(target(10, "b"))) == ["[9]  ‹a›", "[10] ‹b›"])
    #expect(lines(list([], of: 0)).isEmpty)
    #expect(lines(list([], of: 7)) == ["rows 0 of 7"])
  }

  @Test("a detail shrinks to a third of the row before its text does, and is then left out")
  func details() {
    let long = row("a text of some length", "and a detail that is long too")
    #expect(lines(.row(long), width: 60) == ["a text of some length          and a detail that is long too"])
    #expect(lines(.row(long), width: 40) == ["a text of some length  and a detail tha…"])
    #expect(lines(.row(long), width: 20) == ["a text of s…  and a…"])
    #expect(lines(.row(long), width: 4) == ["a t…"])
  }

  @Test("a table's columns are as wide as their cells; in a narrow window the widest ones shrink")
  func table() {
    let columns = [
      ScreenColumn(title: "Name", isRightAligned: false), ScreenColumn(title: "Size", isRightAligned: true),
    ]
    let table = ScreenElement.table(
      columns,
      ScreenRows(
        rows: [row("vim", "3,700", number: 1), row("a package of a long name", "9", number: 2)], first: 1, count: 2))
    #expect(
      lines(table) == [
        "    Name                       Size", "[1] vim                       3,700",
        "[2] a package of a long name      9",
      ])
    #expect(lines(table, width: 20) == ["    Name        Size", "[1] vim        3,700", "[2] a packag…      9"])
    #expect(lines(table, width: 8) == ["    …  …", "[1] …  …", "[2] …  9"])
    let untitled = ScreenElement.table(
      [ScreenColumn(title: "", isRightAligned: false)], ScreenRows(rows: [row("x")], first: 1, count: 1))
    #expect(lines(untitled) == ["x"])
  }

  @Test("fields are in two columns, with a bar if they can be written and the key if it differs from the label")
  func fields() {
    let fields = ScreenElement.fields([
      field("Full name", "Anna"), field("E-mail address", "", key: "mail"), field("Password", "abc", secret: true),
      field("About", "a text that is too long for one line and goes on", event: nil),
    ])
    #expect(
      lines(fields, width: 44) == [
        "Full name              Anna▏", "E-mail address [mail]  ▏", "Password               •••▏",
        "About                  a text that is too", "                       long for one line and",
        "                       goes on",
      ])
  }

  @Test("texts are wrapped between words, and long words at any character")
  func texts() {
    #expect(lines(.text("one two three four", .plain), width: 9) == ["one two", "three", "four"])
    #expect(lines(.text("abcdefghij kl", .plain), width: 4) == ["abcd", "efgh", "ij", "kl"])
    #expect(lines(.text("a\n\nb", .plain)) == ["a", "", "b"])
    #expect(lines(.text("", .plain)) == [""])
    #expect(lines(.empty("読み込み中です"), width: 5) == ["読み", "込み", "中で", "す"])
    #expect(lines(.empty("読a"), width: 1) == ["…", "a"])
  }

  @Test("progress has a bar, also when it is complete or its numbers are not valid")
  func progress() {
    #expect(
      lines(.progress(done: 1, total: 4, label: "loading")) == ["loading ████░░░░░░░░░░░░░░ 25 % · 1 of 4"])
    #expect(lines(.progress(done: 4, total: 4, label: "")) == ["████████████████████ 100 % · 4 of 4"])
    for (done, total) in [(0, 0), (-1, 3), (.nan, 1), (.infinity, .infinity), (5, 2), (1e300, 1)] as [(Double, Double)]
    {
      #expect(lines(.progress(done: done, total: total, label: "x")).allSatisfy { $0.columns <= 40 })
    }
  }

  @Test("wide characters, emoji and combining marks are counted by their columns")
  func wide() {
    #expect(lines(.row(row("読書", "書")), width: 10) == ["読書    書"])
    #expect(lines(.row(row("読み込み中", "")), width: 6) == ["読み…"])
    for wide in ["🈁", "䷀", "☰", "〈", "𝌀", "🇩🇪", "각"] { #expect(wide.columns == 2, "\(wide)") }
    #expect(lines(.row(row("e\u{301}a", "👩‍👩‍👧")), width: 8) == ["e\u{301}a    👩‍👩‍👧"])
  }

  @Test("control characters and changes of direction do not reach the terminal")
  func control() {
    #expect(
      lines(.title("a\u{1B}[2Jb\r\nc\td\u{7F}\u{9B}e\u{202E}f\u{2028}g", subtitle: nil)) == ["a [2Jb  c d  ef g"])
  }

  @Test("bytes that are not a text are marked")
  func bytes() {
    var reader = ScreenReader()
    reader.read(.list([.map(["kind": "text", "text": .bytes([0x61, 0xFF, 0xFE, 0x1B])])]), of: nil)
    let screen = Screen(name: "a", id: nil, elements: reader.elements)
    #expect(ScreenLayout(width: 40).lines(screen).map { $0.text(.plain) } == ["a\u{FFFD}\u{FFFD} "])
  }

  @Test("no line is too long to read, however wide the window is")
  func widest() {
    #expect(lines(.divider, width: 300)[0].columns == 100)
    #expect(lines(.divider, width: 0) == ["─"])
  }
}
