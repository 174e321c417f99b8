import Glibc
import Testing

@Suite("Services from the command line")
struct ServiceTests {
  private let folder = AppFolder()

  @Test("--seed makes a session repeatable")
  func seed() throws {
    let lines = ["-e", "services.random.integer(1, 1000000000)", "-e", "services.uuid.make()"]
    func run(_ seed: String) throws -> String {
      try Batch(folder, "--seed", seed, lines[0], lines[1], lines[2], lines[3]).output
    }
    #expect(try run("7") == run("7"))
    #expect(try run("7") != run("8"))
    #expect(try Batch(folder, "--seed", "-1", "-e", "1").code == 2)
  }

  @Test("stored values exist in the next run: in the user's data folder, or in that of --data")
  func data() throws {
    let set = "services.kv.set('theme', 'dark')"
    let get = "services.kv.get('theme')"
    #expect(try Batch(folder, "-e", get).output == "nil\n")
    #expect(access(folder.path + "/.local", F_OK) != 0)
    #expect(try Batch(folder, "-e", set).code == 0)
    #expect(try Batch(folder, "-e", get).output.hasSuffix("dark\n"))
    #expect(
      access("\(folder.path)/.local/share/udfhost/counter@\(folder.app.replacing("/", with: "+"))/kv.sqlite", F_OK) == 0
    )
    let other = folder.path + "/elsewhere"
    #expect(try Batch(folder, "--data", other, "-e", get).output == "nil\n")
    #expect(try Batch(folder, "--data", other, "-e", set, "-e", get).output.hasSuffix("dark\n"))
    #expect(access(other + "/kv.sqlite", F_OK) == 0)
  }

  @Test("--grant files= accepts a path relative to the working directory")
  func grantedFiles() throws {
    let folder = AppFolder(
      app: "local udf = require \"udf\" return udf.app { name = \"none\", features = {} }", features: [:])
    let other = AppFolder(app: "", features: [:])
    _ = other.write("data.txt", "here")
    let read = "services.files.read('\(other.path)/data.txt')"
    let run = try Batch(folder, "--grant", "files=data.txt", "-e", read, in: other.path)
    #expect(run.output == "here\n")
  }

  @Test("a disk that is full during an append leaves the file unchanged")
  func full() throws {
    folder.write("log.txt", String(repeating: "line\n", count: 100))
    let append = "services.files.append(\"log.txt\", (\"x\"):rep(10000))"
    // A limit of 512 bytes, or 1024 where the shell counts so.
    let limits = "trap '' XFSZ; ulimit -f 1; HOME='\(folder.path)' XDG_STATE_HOME='\(folder.path)'"
    #expect(
      system("\(limits) '\(Launch.command)' '\(folder.app)' -e '\(append)' 2>'\(folder.path)/error.txt'") == 1 << 8)
    #expect(folder.read("error.txt").contains("log.txt: cannot be written: File too large"))
    #expect(folder.read("log.txt") == String(repeating: "line\n", count: 100))
  }

  @Test("--grant lets scripts read a variable or send requests to a host")
  func grants() throws {
    let get = "services.env.get('TOKEN')"
    #expect(try Batch(folder, "-e", get, environment: ["TOKEN": "x"]).code == 1)
    #expect(try Batch(folder, "--grant", "env=TOKEN", "-e", get, environment: ["TOKEN": "x"]).output == "x\n")
    let ask = "local ok, problem = pcall(services.http.get, 'http://127.0.0.1:1/'); print(problem.code)"
    #expect(try Batch(folder, "-e", ask).output == "notGranted\n")
    // Nothing listens there, and a build without HTTP has no client.
    let granted = try Batch(folder, "--grant", "hosts=127.0.0.1:*", "-e", ask)
    #expect(["refused", "unavailable"].contains(granted.output.dropLast()))
    let wrong = try Batch(folder, "--grant", "hosts=a b", "-e", "1")
    #expect(
      wrong.error
        == "grant hosts: \"a b\" is no host pattern; write a host and, after a colon, a port: "
        + "api.example.com, *.example.com, localhost:8080, 127.0.0.1:*\n")
    #expect(wrong.code == 2)
  }
}
