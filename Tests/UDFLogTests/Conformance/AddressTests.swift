import Testing

@testable import UDFLog

@Suite("Addresses") struct AddressTests {
  @Test("a file")
  func file() throws {
    let address = try LogAddress("sqlite:shop.log?mode=read", log: "Shop")
    #expect((address.engine as? SQLiteLog)?.path == "shop.log")
    #expect(address.options.isReadOnly)
    #expect(try LogAddress("sqlite:///srv/shop.log", log: "shop").engine.name == "/srv/shop.log")
  }

  #if Redis
    @Test("a Redis server, with its password in the address or in the environment")
    func redis() throws {
      let engine = try LogAddress("redis://app:s%40cret@db.example:6380/2?log=news", log: "shop").engine as? RedisLog
      #expect(engine?.host == "db.example" && engine?.port == 6380 && engine?.database == 2)
      #expect(engine?.user == "app" && engine?.password == "s@cret" && engine?.log == "news")
      #expect(engine?.name == "redis://db.example:6380/2?log=news")
      let environment = ["REDISCLI_AUTH": "s"]
      let other = try LogAddress("redis://localhost", log: "shop", environment: environment).engine as? RedisLog
      #expect(other?.port == 6379 && other?.password == "s" && other?.user == nil && other?.log == "shop")
    }
  #endif

  #if PostgreSQL
    @Test("a PostgreSQL server: libpq reads the address without the options of the log")
    func postgreSQL() throws {
      let text = "postgres://app:secret@db.example/shop?sslmode=verify-full&log=news&mode=write"
      let address = try LogAddress(text, log: "shop")
      let engine = address.engine as? PostgreSQLLog
      #expect(engine?.address == "postgres://app:secret@db.example/shop?sslmode=verify-full")
      #expect(engine?.log == "news" && !address.options.isReadOnly)
      #expect(engine?.name == "postgres://db.example/shop?log=news")
      let tenant = "postgres://db.example/shop?user=shop@tenant"
      #expect((try LogAddress(tenant, log: "shop").engine as? PostgreSQLLog)?.address == tenant)
    }
  #endif

  @Test("a password with a character that ends it is refused, and not printed")
  func passwords() {
    for text in ["se/cret", "a@b", "p?w", "p?user=1", "p#w", "100%", "%zz"] {
      #expect(
        throws: LogFailure(
          .refused,
          "postgres://…: a user or a password in an address has no @ / ? # %; write them as %40 %2F %3F %23 %25, "
            + "or give the password in the variable PGPASSWORD")
      ) { try LogAddress("postgres://shop:\(text)@db.example/shop", log: "shop") }
    }
  }

  @Test("apps with different names have different logs, and every name is one of a log")
  func names() throws {
    #expect(LogAddress.name(of: "my_app") == "my_app")
    #expect(LogAddress.name(of: "My App").hasPrefix("my_app_"))
    let long = String(repeating: "a", count: 41)
    let mimic = LogAddress.name(of: "My App")
    let apps = [
      "my_app", "My App", "my app", "MY_APP", "", "_", "ü", "ö", long, long + "a", mimic, String(long.dropLast()),
    ]
    let names = apps.map(LogAddress.name)
    #expect(Set(names).count == apps.count, "\(names)")
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z0-9_]{1,40}/) != nil }, "\(names)")
  }

  @Test("a file in a folder that does not exist is named with its folder")
  func folder() async throws {
    let address = try LogAddress("sqlite:/nowhere/shop.log", log: "shop")
    await #expect(
      throws: LogFailure(
        .unreachable,
        "/nowhere/shop.log: the folder /nowhere does not exist; make it, or name a file in another one")
    ) { try await ActionLog(address.engine).head() }
  }

  @Test(
    "an invalid address is refused, without its password",
    arguments: [
      ("shop.log", "shop.log: is no address of a log; give sqlite:FILE, redis://HOST or postgres://HOST/DATABASE"),
      ("sqlite:", "sqlite:: is no address of a log; give sqlite:FILE, redis://HOST or postgres://HOST/DATABASE"),
      (
        "nats://me:secret@host",
        "nats://…@host: is no address of a log; give sqlite:FILE, redis://HOST or postgres://HOST/DATABASE"
      ),
      (
        "rediss://me:secret@host",
        "rediss://…@host: Redis over TLS is not supported; connect through stunnel and give redis://127.0.0.1:PORT"
      ),
      ("sqlite:a?snapshot=5", "sqlite:a?snapshot=5: snapshot is not an option of a log; give log, mode or snapshots"),
      ("sqlite:a?mode=fast", "sqlite:a?mode=fast: mode is read or write, not fast"),
      (
        "redis://host?log=My%20App",
        "redis://host: a log's name has 1 to 40 of a-z, 0-9 and _, not \"My App\"; add ?log=NAME to the address"
      ),
    ])
  func refused(text: String, message: String) {
    #expect(throws: LogFailure(.refused, message)) { try LogAddress(text, log: "shop") }
  }
}
