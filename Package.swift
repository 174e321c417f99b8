// swift-tools-version: 6.1
import PackageDescription

// Arrows point only downwards: no target depends on one above it.
let package = Package(
  name: "udfhost",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "udfhost", targets: ["HostCommand"]),
    .executable(name: "udfbench", targets: ["HostBenchmarks"]),
    .library(name: "UDF", targets: ["UDF"]),
    .library(name: "UDFTesting", targets: ["UDFTesting"]),
    .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
    .library(name: "FileWatching", targets: ["FileWatching"]),
    .library(name: "UDFNetwork", targets: ["UDFNetwork"]),
    .library(name: "UDFSync", targets: ["UDFSync"]),
    .library(name: "UDFServices", targets: ["UDFServices"]),
    .library(name: "UDFHost", targets: ["UDFHost"]),
    .library(name: "UDFTooling", targets: ["UDFTooling"]),
    .library(name: "UDFConsole", targets: ["UDFConsole"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "HostCommand",
      dependencies: [
        "UDFConsole", "UDFTooling", "UDFHost", "UDFServices", "UDFNetwork", "FileWatching", "Platform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: ["app.lua", "feature.lua", "service.lua", "test.lua", "README.md"].map {
        .embedInCode("Templates/\($0)")
      }),
    .executableTarget(
      name: "HostBenchmarks",
      dependencies: [
        "UDF", "UDFTooling", "UDFHost", "UDFServices", "UDFSync", "SocketTesting", "CLua", "Platform",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "UDFConsole",
      dependencies: ["UDF", "UDFTooling", "UDFHost", "UDFServices", "LuaSyntax", "Platform", "CReadline"]),
    .target(
      name: "UDFTooling",
      dependencies: [
        "UDFHost", "UDFSync", "UDFServices", "UDFNetwork", "LuaRuntime", "LuaSyntax", "FileWatching", "JSONSyntax",
        "UDF", "Platform",
      ],
      resources: ["declarations", "test", "property", "library", "screen"].map { .embedInCode("Prelude/\($0).lua") }),
    .target(
      name: "UDFHost",
      dependencies: [
        "UDF", "UDFSync", "UDFNetwork", "UDFServices", "LuaRuntime", "LuaSyntax", "FileWatching", "JSONSyntax",
        "Platform", "CallerIdentity",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      resources: [
        "declarations", "udf", "policies", "sync", "usecase", "derived", "keyed", "flow", "guards", "nav",
        "scene", "effects", "runtime",
      ].map {
        .embedInCode("Prelude/\($0).lua")
      }),
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
    .target(name: "UDFStorage", dependencies: ["Platform", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(name: "UDFNetwork", dependencies: ["UDF", "Platform", "CCurl"]),
    .target(name: "FileWatching", dependencies: ["Platform"]),
    .target(name: "JSONSyntax"),
    .target(name: "LuaSyntax"),
    .target(
      name: "LuaRuntime",
      dependencies: [
        "LuaKernel", "Platform",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .target(name: "LuaKernel", dependencies: ["CLua"]),
    .target(
      name: "UDF",
      dependencies: [
        "Platform",
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
    .target(name: "CallerIdentity"),
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
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
        "UDFTooling", "UDFHost", "UDFServices", "UDFNetwork", "UDFSync", "UDFTesting", "FileWatching", "SeededTesting",
        "FolderTesting", "HostTesting", "SocketTesting", "Platform",
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
    .testTarget(name: "UDFConsoleTests", dependencies: ["UDFConsole", "SeededTesting", "Platform"]),
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
      name: "HostCommandTests", dependencies: ["HostCommand", "ChaosServer", "SeededTesting", "SocketTesting"]),
  ],
  swiftLanguageModes: [.v6]
)

// scripts/test builds only some of the tests under the thread sanitizer.
if let chosen = Context.environment["UDF_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}
