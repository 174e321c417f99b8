import SeededTesting
import Testing
import UDFHost

@testable import UDFCommands

@Suite("Printing of values")
struct ValueFormatterTests {
  private let formatter = ValueFormatter(width: 30, lineLimit: 8)

  @Test("a record is printed as Lua, with sorted keys")
  func record() {
    #expect(formatter.line(["sku": "A1", "qty": 2]) == #"{qty=2, sku="A1"}"#)
    #expect(formatter.line(["odd key": 1, "end": 2, "é": 3]) == #"{["end"]=2, ["odd key"]=1, ["é"]=3}"#)
    #expect(formatter.line(["[10]": "a", "[true]": 1, "[odd]": 2]) == #"{[10]="a", ["[odd]"]=2, [true]=1}"#)
    #expect(formatter.line([1, [2, 3], [:], []]) == "{1, {2, 3}, {}, {}}")
  }

  @Test("integers and floats differ, and no digit is lost")
  func numbers() {
    let values: [Value] = [2, 2.0, -0.5, 0.1, 1e100, .number(.infinity), .number(-.infinity), .number(.nan)]
    #expect(values.map { formatter.line($0) } == ["2", "2.0", "-0.5", "0.1", "1e+100", "inf", "-inf", "nan"])
    #expect(formatter.line(.number(0.1 + 0.2)) == "0.30000000000000004")
  }

  @Test("nil, null, booleans and values that are not plain data")
  func others() {
    #expect(
      [Value.none, .null, true, .opaque("function: cart.lua:3")].map { formatter.line($0) }
        == ["nil", "udf.null", "true", "function: cart.lua:3"])
  }

  @Test("strings are quoted, and control characters and changes of direction do not reach the terminal")
  func strings() {
    #expect(formatter.line("a\"b\\c\n\t\u{1B}[31m é 🙂") == #""a\"b\\c\n\t\x1B[31m é 🙂""#)
    #expect(formatter.line("\u{9B}") == #""\u{9b}""#)
    #expect(formatter.line("a\u{202E}b\u{2066}\u{2028}") == #""a\u{202e}b\u{2066}\u{2028}""#)
    #expect(formatter.line(["k\u{202E}": 1]) == #"{["k\u{202e}"]=1}"#)
    #expect(formatter.line(.bytes([0x61, 0xFF, 0x0A])) == #""a\xFF\n""#)
  }

  @Test("a value that does not fit is wrapped, with one item a line")
  func wrapped() {
    #expect(
      formatter.block(["items": [["qty": 2, "sku": "A1"], ["qty": 10, "sku": "B2"]], "total": 39.8]) == """
        {
          items={
            {qty=2, sku="A1"},
            {qty=10, sku="B2"},
          },
          total=39.8,
        }
        """)
  }

  @Test("without a limit, nothing is left out")
  func whole() {
    let long = String(repeating: "x", count: 40)
    #expect(
      formatter.whole(["items": .list((1...3).map { .integer($0) }), "long": .string(long), "odd key": ["a": [:]]])
        == """
        {
          items={1, 2, 3},
          long="\(long)",
          ["odd key"]={a={}},
        }
        """)
    #expect(formatter.whole(.list((1...1000).map { .integer($0) })).split(separator: "\n").count == 1002)
    #expect(formatter.whole(.none) == "nil")
  }

  @Test("with a limit of one line, it has the beginning and the size of the rest")
  func bounded() {
    #expect(
      ValueFormatter(columns: 30).line(.string(String(repeating: "x", count: 50))) == #""xxxxxxxxxxxxxxxx"… (50 bytes)"#
    )
    #expect(ValueFormatter(columns: 30).line(["qty": 2]) == "{qty=2}")
  }

  @Test("a long value is shortened and the rest counted")
  func cut() {
    #expect(
      formatter.block(.list((1...1000).map { .integer($0) })) == """
        {
          1,
          2,
          3,
          4,
          5,
          … 995 more
        }
        """)
  }

  @Test("a large item does not hide the following items")
  func shares() {
    let big = Value.list((1...1000).map { .integer($0) })
    #expect(
      ValueFormatter(width: 30, lineLimit: 15).block(["a": big, "b": 2, "c": big]) == """
        {
          a={
            1,
            2,
            3,
            4,
            5,
            … 995 more
          },
          b=2,
          c={
            1,
            … 999 more
          },
        }
        """)
  }

  @Test("on one line, a long value keeps its beginning and counts the rest")
  func shortened() {
    let list = Value.list((1...1000).map { .integer($0) })
    #expect(formatter.line(list, columns: 24) == "{1, 2, 3, 4, … 996 more}")
    #expect(formatter.line(["a": list, "b": 1], columns: 24) == "{a={…}, b=1}")
    #expect(formatter.line(["key": .list([list, list])], columns: 6) == "{… 1 item}")
    let text = Value.string(String(repeating: "x", count: 500))
    #expect(formatter.line(text, columns: 30) == "\"xxxxxxxxxxxxxxx\"… (500 bytes)")
    let lines = Value.string(String(repeating: "a\n", count: 250))
    #expect(formatter.line(lines, columns: 30) == #""a\na\na\na\na\n"… (500 bytes)"#)
  }

  @Test("a long text among other items is shortened, if there is space for more than a few letters")
  func textAmongItems() {
    let text = Value.string(String(repeating: "x", count: 500))
    #expect(formatter.line(["message": text], columns: 30) == #"{message="xxxxxxxxxxxxxxxxx"…}"#)
    #expect(formatter.line(["message": text, "stale": true], columns: 36) == #"{message="xxxxxxxxxxx"…, stale=true}"#)
    #expect(formatter.line(["message": text], columns: 21) == "{… 1 item}")
    #expect(formatter.line(["id": 7, "text": text], columns: 20) == "{id=7, … 1 more}")
  }

  @Test("of a map that does not fit, as many fields as possible are shown, and those that have changed first")
  func mostFields() {
    let row: Value = [
      "a": 1, "at": 1795824053.1507478, "b": 2, "cents": 5, "id": "a57d0823-a39b-4e4e", "title": "milk",
    ]
    #expect(formatter.line(row, columns: 46) == #"{a=1, b=2, cents=5, title="milk", … 2 more}"#)
    #expect(formatter.line(row, columns: 80).columns <= 80)
    let numbers = (1...9).map { ("key\($0)", Value.integer(Int64($0) * 1000)) }
    let old = Record(numbers)
    var new = old
    new["key8"] = 1
    #expect(
      formatter.line(from: .map(old), to: .map(new), columns: 60)
        == "{key1=1000, key8=8000, … 7 more} → {key8=1, … 8 more}")
  }

  @Test("a wide character counts as two columns")
  func wide() {
    #expect(formatter.line(["a": "世界"], columns: 10) == "{a=\"世界\"}")
    #expect(formatter.line(["a": "世界"], columns: 9) == "{… 1 item}")
    let text = Value.string(String(repeating: "世", count: 500))
    #expect(formatter.line(text, columns: 30) == "\"世世世世世世世\"… (1500 bytes)")
    #expect(
      formatter.block(["a": "世界世界世界", "b": "世界世界世界"]) == """
        {
          a="世界世界世界",
          b="世界世界世界",
        }
        """)
  }

  @Test("a value that must fit does fit")
  func fits() {
    var random = SeededGenerator(seed: 7)
    for round in 0..<200 {
      let value = random.value(depth: 3)
      let columns = 24 + round % 60
      if ValueItems(of: value) != nil {
        #expect(formatter.line(value, columns: columns).columns <= columns, "seed 7, \(round)")
      }
    }
  }

  @Test("fields that share a line fit it, also texts with quotes or wide characters, and none is without its value")
  func shared() {
    let texts = ["日本語", "\"a\":1,", "xx"].map { String(repeating: $0, count: 20) }
    for columns in 20...120 {
      for text in texts {
        let line = ValueFormatter().line(["a": .string(text), "b": 12, "c": .string(text)], columns: columns)
        #expect(line.columns <= columns, "\(line)")
        #expect(!line.contains("=,") && !line.contains("=}"), "\(line)")
      }
    }
  }
}
