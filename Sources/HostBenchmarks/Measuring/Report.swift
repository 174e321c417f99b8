/// Prints each result as soon as it is measured, as a row of a table or as a JSON line.
struct Report {
  let json: Bool
  private(set) var missed = 0
  private var count = 0

  init(json: Bool) {
    self.json = json
    if !json { print(Report.row(["case", "time", "floor", "ratio", "promise", ""])) }
  }

  mutating func add(_ result: Result) {
    count += 1
    if result.isKept == false { missed += 1 }
    print(json ? Report.json(result) : Report.row(Report.cells(result)))
  }

  func finish() {
    if !json { print("\(count) measured, \(missed) missed their promise") }
  }

  private static func cells(_ result: Result) -> [String] {
    [
      result.name, amount(result.bytes.map(Double.init) ?? result.seconds, of: result), result.floor.map(time) ?? "",
      result.ratio.map { fixed($0) + " ×" } ?? "",
      result.promise.map { "≤ " + (result.floor == nil ? amount($0, of: result) : "\(fixed($0)) ×") } ?? "",
      (result.isKept == false ? "MISSED " : "") + result.floorName,
    ]
  }

  private static func amount(_ amount: Double, of result: Result) -> String {
    result.bytes == nil ? time(amount) : "\(Int(amount) / 1024) KiB"
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [44, 10, 10, 8, 10]
    return zip(cells, widths + [0]).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }.joined(separator: " ")
  }

  private static func json(_ result: Result) -> String {
    let amount = result.bytes.map { "\"bytes\":\($0)" } ?? "\"seconds\":\(result.seconds)"
    var fields = ["\"case\":\"\(result.name)\"", amount]
    if let floor = result.floor { fields.append("\"floor\":\(floor),\"beside\":\"\(result.floorName)\"") }
    if let ratio = result.ratio { fields.append("\"ratio\":\(ratio)") }
    if let promise = result.promise { fields.append("\"promise\":\(promise),\"kept\":\(result.isKept ?? true)") }
    return "{\(fields.joined(separator: ","))}"
  }

  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-5: "\(Int((seconds * 1e9).rounded())) ns"
    case ..<1e-2: "\(fixed(seconds * 1e6)) µs"
    default: "\(fixed(seconds * 1e3)) ms"
    }
  }

  private static func fixed(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
