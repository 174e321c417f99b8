// swift-tools-version: 6.1
import PackageDescription

// Arrows point only downwards: no target depends on one above it.
let package = Package(
  name: "udfhost",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "udfhost", targets: ["HostCommand"]),
    .executable(name: "udfbench", targets: ["HostBenchmarks"]),
    .library(name: "UDF", targets: ["UDF"]),
    .library(name: "UDFTesting", targets: ["UDFTesting"]),
    .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
    .library(name: "FileWatching", targets: ["FileWatching"]),
    .library(name: "UDFNetwork", targets: ["UDFNetwork"]),
    .library(name: "UDFSync", targets: ["UDFSync"]),
    .library(name: "UDFLog", targets: ["UDFLog"]),
    .library(name: "UDFServices", targets: ["UDFServices"]),
    .library(name: "UDFHost", targets: ["UDFHost"]),
    .library(name: "UDFTooling", targets: ["UDFTooling"]),
    .library(name: "UDFCommands", targets: ["UDFCommands"]),
    .library(name: "UDFConsole", targets: ["UDFConsole"]),
    .library(name: "UDFInspector", targets: ["UDFInspector"]),
  ],
  // A program that embeds a host leaves out what it does not need: a shared log on a server, with its client library, and the
  // inspector, with its web server: .package(url: …, traits: []).
  traits: [
    .trait(name: "Redis", description: "Shared logs in Redis, through hiredis"),
    .trait(name: "PostgreSQL", description: "Shared logs in PostgreSQL, through libpq"),
    .trait(name: "Inspector", description: "The inspector, with a web server over FlyingSocks"),
    .default(enabledTraits: ["Redis", "PostgreSQL", "Inspector"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
  ],
  targets: [
    .executableTarget(
      name: "HostCommand",
      dependencies: [
        "UDFInspector", "UDFConsole", "UDFCommands", "UDFTooling", "UDFHost", "UDFServices", "UDFNetwork",
        "FileWatching", "Platform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        "app.lua", "entities.lua", "entities_test.lua", "feature.lua", "feature_test.lua", "flow.lua",
        "flow_scenes.lua", "flow_test.lua", "scene.lua", "scene_test.lua", "service.lua", "service_test.lua",
        "sync.lua", "sync_test.lua", "README.md",
      ].map { .embedInCode("Templates/\($0)") }),
    .executableTarget(
      name: "HostBenchmarks",
      dependencies: [
        "UDF", "UDFInspector", "UDFTooling", "UDFHost", "UDFServices", "UDFSync", "UDFLog", "LogTesting",
        "FolderTesting", "InspectorTesting", "SocketTesting", "CLua", "Platform",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "UDFInspector",
      dependencies: [
        "UDFCommands", "UDFTooling", "UDFHost", "UDFServices", "LuaSyntax", "UDF", "Platform",
        .target(name: "InspectorFiles", condition: .when(traits: ["Inspector"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Inspector"])),
      ]),
    // A target, so that a program without the trait does not contain the files of the page. Clang embeds them.
    .target(name: "InspectorFiles", exclude: ["Page"]),
    .target(
      name: "UDFConsole",
      dependencies: [
        "UDFCommands", "UDFTooling", "UDFHost", "UDFServices", "UDFSync", "LuaSyntax", "Platform", "CReadline",
      ]),
    .target(
      name: "UDFCommands",
      dependencies: ["UDF", "UDFTooling", "UDFHost", "UDFServices", "LuaSyntax", "Platform"]),
    .target(
      name: "UDFTooling",
      dependencies: [
        "UDFHost", "UDFSync", "UDFServices", "UDFNetwork", "LuaRuntime", "LuaSyntax", "FileWatching", "JSONSyntax",
        "UDF", "Platform",
      ],
      resources: ["declarations", "examples", "test", "property", "library", "screen"].map {
        .embedInCode("Prelude/\($0).lua")
      }),
    .target(
      name: "UDFHost",
      dependencies: [
        "UDF", "UDFLanguage", "UDFEngines", "UDFFields", "UDFSync", "UDFLog", "UDFNetwork", "UDFServices", "LuaRuntime",
        "LuaSyntax", "FileWatching", "JSONSyntax", "Platform", "Ownership",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    .target(
      name: "UDFEngines",
      dependencies: ["UDF", "UDFFields", "UDFSync", "UDFNetwork", "UDFServices", "LuaRuntime", "Platform"]),
    .target(name: "UDFFields", dependencies: ["UDF", "LuaRuntime"]),
    .target(
      name: "UDFLanguage",
      resources: [
        "declarations", "udf", "policies", "sync", "usecase", "derived", "keyed", "flow", "guards", "nav",
        "scene", "effects", "runtime",
      ].map { .embedInCode("\($0).lua") }),
    .target(
      name: "UDFServices",
      dependencies: [
        "UDF", "UDFNetwork", "UDFStorage", "LuaRuntime", "JSONSyntax", "Platform",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [.embedInCode("Prelude/services.lua")]),
    .target(
      name: "UDFSync",
      dependencies: [
        "UDF", "UDFNetwork", "UDFStorage", "JSONSyntax", "Platform",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "SwiftCSV", package: "SwiftCSV"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "UDFLog",
      dependencies: [
        "UDFStorage", "Platform",
        .target(name: "CHiredis", condition: .when(traits: ["Redis"])),
        .target(name: "CPQ", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: ["open", "append", "trim", "save", "snapshot"].map { .embedInCode("Redis/\($0).lua") }
        + [.embedInCode("PostgreSQL/schema.sql")]),
    .target(name: "UDFStorage", dependencies: ["Platform", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(name: "UDFNetwork", dependencies: ["UDF", "Platform", "CCurl"]),
    .target(name: "FileWatching", dependencies: ["Platform"]),
    .target(name: "JSONSyntax"),
    .target(name: "LuaSyntax"),
    .target(
      name: "LuaRuntime",
      dependencies: [
        "LuaKernel", "LuaSyntax", "Platform",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .target(name: "LuaKernel", dependencies: ["CLua"]),
    .target(
      name: "UDF",
      dependencies: [
        "Platform", "Ownership",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]),
    .target(
      name: "UDFTesting",
      dependencies: [
        "UDF", "Platform",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        // Where the one above finds Swift Testing on Linux; without it a failure would only be printed.
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
    .target(name: "Platform"),
    .target(name: "Ownership", dependencies: ["CallerIdentity", "Platform"]),
    .target(name: "CallerIdentity"),
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
    .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),

    .target(name: "SeededTesting", dependencies: ["Platform"], path: "Tests/SeededTesting"),
    .target(name: "SocketTesting", dependencies: ["Platform"], path: "Tests/SocketTesting"),
    .target(name: "FolderTesting", dependencies: ["Platform"], path: "Tests/FolderTesting"),
    .target(
      name: "HostTesting",
      dependencies: ["UDFHost", "UDFServices", "UDF", "FileWatching", "FolderTesting", "Platform"],
      path: "Tests/HostTesting"),
    .testTarget(name: "UDFTests", dependencies: ["UDF", "UDFTesting", "SeededTesting", "Platform"]),
    .testTarget(
      name: "UDFTestingTests",
      dependencies: [
        "UDF", "UDFTesting", "SeededTesting", "Platform",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]),
    .testTarget(name: "FileWatchingTests", dependencies: ["FileWatching", "FolderTesting", "Platform"]),
    .testTarget(name: "LuaSyntaxTests", dependencies: ["LuaSyntax", "LuaRuntime", "SeededTesting", "Platform"]),
    .testTarget(name: "LuaRuntimeTests", dependencies: ["LuaRuntime", "SeededTesting"]),
    .target(name: "FaultyDisk", path: "Tests/FaultyDisk"),
    .executableTarget(
      name: "ValueWriter", dependencies: ["UDFServices", "Platform", "FaultyDisk"], path: "Tests/ValueWriter"),
    .testTarget(
      name: "UDFServicesTests",
      dependencies: [
        "UDFServices", "UDFStorage", "UDF", "LuaRuntime", "SeededTesting", "FolderTesting", "ValueWriter", "Platform",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "UDFHostTests",
      dependencies: [
        "UDFTooling", "UDFHost", "UDFEngines", "UDFServices", "UDFNetwork", "UDFSync", "UDFLog", "UDFTesting",
        "FileWatching",
        "SeededTesting", "FolderTesting", "HostTesting", "LogTesting", "SocketTesting", "Platform", "Ownership",
      ]),
    // Apart from the others, so that the thread sanitizer has little to build.
    .testTarget(
      name: "UDFHostThreadTests",
      dependencies: [
        "UDFHost", "UDFServices", "UDF", "LuaKernel", "SeededTesting", "HostTesting", "Platform",
      ]),
    .testTarget(
      name: "UDFToolingTests",
      dependencies: [
        "UDFTooling", "UDFHost", "UDFServices", "UDFNetwork", "UDF", "FileWatching", "SeededTesting", "FolderTesting",
        "HostTesting", "FeedCore", "FeedTesting", "Platform",
      ]),
    .testTarget(name: "UDFCommandsTests", dependencies: ["UDFCommands", "SeededTesting", "Platform"]),
    .target(
      name: "InspectorTesting", dependencies: ["UDFHost", "UDFServices", "SocketTesting", "Platform"],
      path: "Tests/InspectorTesting"),
    .testTarget(
      name: "UDFInspectorTests",
      dependencies: [
        "UDFInspector", "UDFTooling", "UDFServices", "UDFHost", "InspectorTesting", "HostTesting", "SeededTesting",
        "SocketTesting", "FolderTesting", "Platform",
      ]),
    .testTarget(name: "UDFConsoleTests", dependencies: ["UDFConsole", "UDFCommands"]),
    .target(name: "CacheTesting", dependencies: ["UDFSync", "UDF"], path: "Tests/CacheTesting"),
    .executableTarget(
      name: "CacheWriter", dependencies: ["UDFSync", "UDF", "CacheTesting", "FaultyDisk", "Platform"],
      path: "Tests/CacheWriter"),
    .testTarget(
      name: "UDFSyncTests",
      dependencies: [
        "UDFSync", "UDFStorage", "UDF", "UDFNetwork", "Platform", "SeededTesting", "FolderTesting", "SocketTesting",
        "CacheTesting", "CacheWriter", "JSONSyntax",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "LogTesting", dependencies: ["UDFLog", "SocketTesting", "FolderTesting", "Platform"],
      path: "Tests/LogTesting"),
    .executableTarget(name: "LogWriter", dependencies: ["UDFLog", "LogTesting", "Platform"], path: "Tests/LogWriter"),
    .testTarget(
      name: "UDFLogTests",
      dependencies: [
        "UDFLog", "UDFStorage", "LogTesting", "LogWriter", "FolderTesting", "SeededTesting", "Platform",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(name: "SlowLookup", path: "Tests/SlowLookup"),
    .testTarget(
      name: "UDFNetworkTests",
      dependencies: ["UDFNetwork", "UDF", "SeededTesting", "SocketTesting", "SlowLookup", "Platform"]),
    // The server of examples/news without its transport.
    .target(name: "FeedCore", path: "examples/feedserver/Sources/FeedCore"),
    .target(name: "FeedTesting", dependencies: ["FeedCore", "UDFNetwork"], path: "Tests/FeedTesting"),
    .testTarget(
      name: "FeedServerTests",
      dependencies: ["FeedCore", "FeedTesting", "UDF", "UDFSync", "UDFNetwork", "SeededTesting", "SocketTesting"]),
    .executableTarget(
      name: "ChaosServer", dependencies: ["FeedCore", "SocketTesting", "SeededTesting", "Platform"],
      path: "Tests/ChaosServer"),
    .testTarget(
      name: "HostCommandTests",
      dependencies: [
        "HostCommand", "ChaosServer", "InspectorTesting", "UDFHost", "UDFLog", "LogTesting", "FolderTesting",
        "SeededTesting", "SocketTesting",
        "Platform",
      ]),
    // In a real browser; without Chromium they are skipped.
    .testTarget(
      name: "InspectorBrowserTests",
      dependencies: ["HostCommand", "HostTesting", "FolderTesting", "LogTesting", "SeededTesting", "SocketTesting"]),
  ],
  swiftLanguageModes: [.v6],
  // For #embed.
  cLanguageStandard: .gnu2x
)

// The fuzzer's targets are a program with what libFuzzer needs, or a test of their inputs; see fuzz_readers in scripts/lib/checks.sh.
let fuzzed: [Target.Dependency] = [
  "UDFTooling", "UDFHost", "UDFServices", "UDFSync", "UDF", "LuaRuntime", "JSONSyntax", "Platform",
  .product(name: "GRDB", package: "GRDB.swift"),
]
package.targets.append(
  Context.environment["UDF_FUZZ"] != nil
    ? .executableTarget(
      name: "Fuzzing", dependencies: fuzzed, path: "Tests/Fuzzing", exclude: ["Corpus", "CorpusTests.swift"])
    : .testTarget(
      name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing", exclude: ["Corpus", "main.swift"]))

// scripts/test builds only some of the tests under the thread sanitizer.
if let chosen = Context.environment["UDF_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

// scripts/docs builds the site with it, and has the reference written into the folder of the target.
if Context.environment["UDF_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
  package.targets.append(.target(name: "Reference", path: ".build/docs/Reference"))
}
