#if Inspector
  import Foundation
  import Testing
  import UDFHost

  @testable import UDFInspector

  @MainActor
  @Suite("who gets in")
  struct AccessTests {
    private let app = try? Inspected()

    @Test("only a browser at this machine that has the link gets the page")
    func page() throws {
      let link = try #require(app).link
      let path = "/\(link.token)/"
      #expect(try link.status(of: link.request(path: path)) == 200)
      #expect(try link.status(of: link.request(path: path, host: "localhost:\(link.port)")) == 200)
      #expect(try link.status(of: link.request(path: path + "index.html?v=1")) == 200)
      let refused = [
        "/": 404, "/\(link.token)": 404, "/\(String(repeating: "0", count: 32))/": 404, "\(path)nothing.js": 404,
        "\(path)../": 404, "\(path)%2e%2e/x": 404, "/\(link.token.uppercased())x/": 404,
      ]
      for (path, status) in refused { #expect(try link.status(of: link.request(path: path)) == status, "\(path)") }
      #expect(try link.status(of: link.request("POST", path: path)) == 405)
    }

    @Test("the page gets each of its files as it is written, with its media type")
    func files() throws {
      let link = try #require(app).link
      var folder = URL(filePath: #filePath)
      for _ in 0..<4 { folder.deleteLastPathComponent() }
      folder.append(path: "Sources/InspectorFiles/Page")
      let types = ["html": "text/html", "js": "text/javascript", "css": "text/css"]
      for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
        let response = try link.response(to: link.request(path: "/\(link.token)/\(file.lastPathComponent)"))
        let type = try #require(types[file.pathExtension], "\(file.lastPathComponent)")
        #expect(response.contains("\r\nContent-Type: \(type); charset=utf-8\r\n"), "\(file.lastPathComponent)")
        #expect(
          try response.hasSuffix("\r\n\r\n" + String(contentsOf: file, encoding: .utf8)), "\(file.lastPathComponent)")
      }
    }

    @Test("a name of another site that resolves to this machine gets nothing, even with the token")
    func rebinding() throws {
      let link = try #require(app).link
      for host in ["evil.example:\(link.port)", "127.0.0.1", "127.0.0.1:1", "", "127.0.0.1:\(link.port).evil.example"] {
        #expect(try link.status(of: link.request(path: "/\(link.token)/", host: host)) == 403, "\(host)")
        #expect(try link.status(of: link.handshake(host: host, origin: link.origin)) == 403, "\(host)")
      }
      let twice = link.request(path: "/\(link.token)/", ["Host: evil.example"])
      #expect(try link.status(of: twice) == 403)
    }

    @Test("a page of another site cannot open the WebSocket, even with the token")
    func origin() throws {
      let link = try #require(app).link
      let others = [
        nil, "null", "http://evil.example", "https://127.0.0.1:\(link.port)", "http://127.0.0.1",
        "http://127.0.0.1:\(link.port).evil.example",
      ]
      for origin in others {
        let text = try link.response(to: link.handshake(origin: origin))
        #expect(text.hasPrefix("HTTP/1.1 403 "), "\(origin ?? "none")")
        #expect(text.hasSuffix("\r\n\r\nOrigin must be \(link.origin)\n"))
      }
      #expect(try link.status(of: link.handshake(path: "/socket", origin: link.origin)) == 404)
      let zeros = String(repeating: "0", count: 32)
      #expect(try link.status(of: link.handshake(path: "/\(zeros)/socket", origin: link.origin)) == 404)
      #expect(try link.status(of: link.handshake(origin: link.origin, key: "short")) == 400)
      #expect(try link.status(of: link.request(path: "/\(link.token)/socket", ["Origin: \(link.origin)"])) == 400)
    }

    @Test("every response forbids scripts from elsewhere, frames, and caches")
    func headers() throws {
      let link = try #require(app).link
      for path in ["/\(link.token)/", "/"] {
        let lines = try link.response(to: link.request(path: path)).split(separator: "\r\n").map(String.init)
        let policy =
          "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        let others = ["Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff", "Cache-Control: no-store"]
        for line in [policy] + others { #expect(lines.contains(line), "\(path) \(line)") }
      }
    }

    @Test("each inspector has a token of its own, of 32 hexadecimal digits")
    func token() throws {
      let first = try #require(app)
      let tokens = [first.link.token, try Inspected().link.token]
      #expect(Set(tokens).count == 2)
      for token in tokens { #expect(token.wholeMatch(of: /[0-9a-f]{32}/) != nil) }
    }

    @Test("a port that is in use is a clear error")
    func port() throws {
      let first = try #require(app)
      let error = #expect(throws: HostError.self) { try Inspector(first.app.host, port: UInt16(first.link.port)) }
      #expect(
        error?.message == """
          inspector: 127.0.0.1:\(first.link.port): another program uses this port
            To fix this, give another one, or none for a free one: --inspect
          """)
      #expect(error?.code == "usage")
    }
  }
#endif
