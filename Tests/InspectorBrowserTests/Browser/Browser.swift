import Foundation
import SeededTesting
import SocketTesting

/// A headless Chromium, driven through chromedriver by the WebDriver protocol.
final class Browser: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
    /// Whether the element of a command is no longer in the page.
    var isStale = false
  }

  static let driver = ChildProcess.find("chromedriver")
  static let chromium = ChildProcess.find("chromium", "chromium-browser", "google-chrome")
  static var isInstalled: Bool { driver != nil && chromium != nil }
  static let isNotInstalled = "needs chromium and chromedriver: apt-get install chromium chromium-driver"
  /// Whether the tests run that take minutes: nightly, or with UDF_BROWSER in the environment.
  static var isWanted: Bool { (Extent.isNightly || getenv("UDF_BROWSER") != nil) && isInstalled }
  static let isMissing = "runs nightly or with UDF_BROWSER=1, and \(isNotInstalled)"

  private let process: ChildProcess
  private let port: Int
  private let session: String

  /// - Parameter isTraced: whether Chromium records what its threads do; see ``trace()``.
  init(width: Int = 1280, height: Int = 800, isTraced: Bool = false) throws {
    guard let driver = Self.driver, let chromium = Self.chromium else {
      throw Failure(description: Self.isNotInstalled)
    }
    process = try ChildProcess(driver, ["--port=0"])
    port = Int(try process.match(/successfully on port (\d+)/)) ?? 0
    var arguments: [JSON] = ["--headless=new", "--disable-dev-shm-usage", "--force-color-profile=srgb"]
    // The sandbox of Chromium does not work for root, which the tests of a container are.
    if getuid() == 0 { arguments.append("--no-sandbox") }
    var options: [String: JSON] = ["binary": .string(chromium), "args": .array(arguments)]
    var logs: [String: JSON] = ["browser": "ALL"]
    if isTraced {
      logs["performance"] = "ALL"
      let categories = "devtools.timeline,disabled-by-default-devtools.timeline"
      options["perfLoggingPrefs"] = [
        "enableNetwork": false, "enablePage": false, "traceCategories": .string(categories),
      ]
    }
    let capabilities: JSON = [
      "alwaysMatch": ["goog:chromeOptions": .object(options), "goog:loggingPrefs": .object(logs)]
    ]
    let opened = try Self.send("POST", "/session", ["capabilities": capabilities], to: port)
    session = opened["sessionId"].string
    try command("POST", "/timeouts", ["script": 60000])
    try resize(width: width, height: height)
  }

  deinit { _ = try? command("DELETE", "") }

  @discardableResult
  func command(_ method: String, _ path: String, _ body: JSON? = nil) throws -> JSON {
    try Self.send(method, "/session/\(session)\(path)", body, to: port)
  }

  /// A command of Chromium's developer protocol.
  @discardableResult
  func tools(_ name: String, _ parameters: JSON = [:]) throws -> JSON {
    try command("POST", "/goog/cdp/execute", ["cmd": .string(name), "params": parameters])
  }

  func open(_ address: String) throws { try command("POST", "/url", ["url": .string(address)]) }

  func resize(width: Int, height: Int) throws {
    let size: JSON = ["width": .number(Double(width)), "height": .number(Double(height))]
    guard case .object(var metrics) = size else { return }
    metrics["deviceScaleFactor"] = 1
    metrics["mobile"] = false
    try tools("Emulation.setDeviceMetricsOverride", .object(metrics))
  }

  func setDark(_ isDark: Bool) throws {
    let scheme: JSON = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    // Without motion, colors do not pass through others.
    let motion: JSON = ["name": "prefers-reduced-motion", "value": "reduce"]
    try tools("Emulation.setEmulatedMedia", ["features": [scheme, motion]])
  }

  /// Runs a function's body in the page and returns its result.
  @discardableResult
  func run(_ script: String, _ arguments: JSON...) throws -> JSON {
    try command("POST", "/execute/sync", ["script": .string(script), "args": .array(arguments)])
  }

  /// Waits until an expression is truthy, looking after each frame. Throws after a minute, with what the page shows.
  @discardableResult
  func wait(until expression: String) throws -> JSON {
    let script = """
      const done = arguments[0];
      const look = () => {
        let value;
        try { value = (\(expression)); } catch (error) { value = null; }
        if (value) done(value === true ? true : value); else setTimeout(look, 16);
      };
      look();
      """
    do {
      return try command("POST", "/execute/async", ["script": .string(script), "args": []])
    } catch {
      let shown = (try? run("return document.body.innerText").string) ?? ""
      throw Failure(description: "never came: \(expression)\n\(error)\nThe page shows:\n\(shown.prefix(3000))")
    }
  }

  /// Clicks in the middle of the first element that a selector finds, as a person does.
  func click(_ selector: String) throws {
    try command("POST", "/element/\(try element(selector))/click", [:])
  }

  /// Writes with the keyboard into the element that a selector finds.
  func type(_ text: String, into selector: String) throws {
    try command("POST", "/element/\(try element(selector))/value", ["text": .string(text)])
  }

  /// Removes the text of an input, as a person does.
  func clear(_ selector: String) throws {
    try click(selector)
    try press("\u{E010}")
    let length = try run("return document.querySelector(arguments[0]).value.length", .string(selector)).number
    try press(String(repeating: "\u{E003}", count: Int(length)))
  }

  /// Chooses an option of the select with a label.
  func choose(_ option: String, in label: String) throws {
    try run(
      """
      const select = document.querySelector(`select[aria-label="${arguments[0]}"]`);
      select.value = [...select.options].find((option) => option.text === arguments[1]).value;
      select.dispatchEvent(new Event('change'));
      """, .string(label), .string(option))
  }

  /// Presses keys wherever the focus is. `\u{E004}` is Tab, `\u{E007}` Return.
  func press(_ keys: String) throws {
    let actions = keys.flatMap { key -> [JSON] in
      ["keyDown", "keyUp"].map { ["type": .string($0), "value": .string(String(key))] }
    }
    try command("POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
  }

  /// Drags with the mouse inside an element, between two parts of its width.
  func drag(_ selector: String, from: Double, to: Double) throws {
    let box = try run("return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", .string(selector))
    // The middle of a slider's thumb does not reach the ends of the slider.
    func move(_ part: Double, _ time: Int) -> JSON {
      let x = box["x"].number + 8 + (box["width"].number - 16) * part
      return [
        "type": "pointerMove", "duration": .number(Double(time)), "x": .number(x.rounded()),
        "y": .number((box["y"].number + box["height"].number / 2).rounded()),
      ]
    }
    let steps: [JSON] = [
      move(from, 0), ["type": "pointerDown", "button": 0], move((from + to) / 2, 50), move(to, 50),
      ["type": "pointerUp", "button": 0],
    ]
    try mouse(steps)
  }

  /// Presses the mouse's button in the middle of an element; ``release()`` releases it.
  func hold(_ selector: String) throws {
    let box = try run("return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", .string(selector))
    let move: JSON = [
      "type": "pointerMove", "x": .number((box["x"].number + box["width"].number / 2).rounded()),
      "y": .number((box["y"].number + box["height"].number / 2).rounded()),
    ]
    try mouse([move, ["type": "pointerDown", "button": 0]])
  }

  func release() throws { try mouse([["type": "pointerUp", "button": 0]]) }

  private func mouse(_ steps: [JSON]) throws {
    try command("POST", "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": .array(steps)]]])
  }

  private func element(_ selector: String) throws -> String {
    let found = try command(
      "POST", "/element", ["using": "css selector", "value": .string(selector)])
    guard case .object(let reference) = found, let id = reference.values.first else {
      throw Failure(description: "no element \(selector)")
    }
    return id.string
  }

  func screenshot() throws -> Data {
    Data(base64Encoded: try command("GET", "/screenshot").string) ?? Data()
  }

  /// The errors and warnings of the page since the last call.
  func complaints() throws -> [String] {
    try command("POST", "/se/log", ["type": "browser"]).items.filter { $0["level"].string != "INFO" }
      .map { $0["message"].string }
  }

  /// The events that Chromium has traced. Chromedriver collects them once in a session.
  func trace() throws -> [TraceEvent] {
    let entries = try command("POST", "/se/log", ["type": "performance"]).items
    return entries.compactMap { TraceEvent(message: $0["message"].string) }
  }

  /// The memory in bytes that the largest process of pages has for itself; nil if the system does not say it.
  func pageMemory() -> Int? { ProcessMemory.ofPages(below: process.number) }

  private static func send(_ method: String, _ path: String, _ body: JSON?, to port: Int) throws -> JSON {
    guard let connection = RawConnection(port: port) else {
      throw Failure(description: "chromedriver does not answer")
    }
    let text = try body.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) } ?? ""
    connection.send(
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)")
    // A response has the form of a request: a head, and as many bytes as the head says.
    guard let response = connection.request(), let end = response.range(of: "\r\n\r\n")?.upperBound else {
      throw Failure(description: "chromedriver closed the connection")
    }
    let value = try JSONDecoder().decode(JSON.self, from: Data(response[end...].utf8))["value"]
    if value["error"] != .null {
      let code = value["error"].string
      throw Failure(
        description: "\(code): \(value["message"].string)",
        isStale: ["stale element reference", "no such element"].contains(code))
    }
    return value
  }
}
