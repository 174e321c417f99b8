// swift-tools-version: 6.1
import PackageDescription

// Arrows point only downwards: no target below names one above it.
let package = Package(
  name: "udfhost",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "udfhost", targets: ["HostCommand"]),
    .executable(name: "udfbench", targets: ["HostBenchmarks"]),
    .executable(name: "userserver", targets: ["UserServer"]),
    .executable(name: "feedserver", targets: ["FeedServer"]),
    .library(name: "UDF", targets: ["UDF"]),
    .library(name: "UDFTesting", targets: ["UDFTesting"]),
    .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
    .library(name: "UDFNetwork", targets: ["UDFNetwork"]),
    .library(name: "UDFSync", targets: ["UDFSync"]),
    .library(name: "UDFHost", targets: ["UDFHost"]),
    .library(name: "UDFConsole", targets: ["UDFConsole"]),
  ],
  traits: [
    .default(enabledTraits: ["HTTP"]),
    .trait(name: "HTTP", description: "The network under LiveHTTPClient; without it a build takes minutes less."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.20.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
  ],
  targets: [
    .executableTarget(
      name: "HostCommand",
      dependencies: [
        "UDFConsole", "UDFHost", "Platform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: ["app.lua", "feature.lua", "service.lua", "test.lua", "README.md"].map {
        .embedInCode("Templates/\($0)")
      }),
    .executableTarget(
      name: "HostBenchmarks",
      dependencies: [
        "UDF", "UDFHost", "UDFSync", "CLua", "Platform",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "UserServer",
      dependencies: [
        "FlyingFox",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "FeedServer",
      dependencies: [
        "FlyingFox",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(name: "UDFConsole", dependencies: ["UDF", "UDFHost", "Platform", "CReadline"]),
    .target(
      name: "UDFHost",
      dependencies: [
        "UDF", "UDFNetwork", "UDFSync", "UDFStorage", "LuaRuntime", "LuaSyntax", "JSONSyntax", "Platform",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [
        "services", "declarations", "udf", "policies", "sync", "usecase", "derived", "keyed", "flow", "guards", "nav",
        "scene", "effects", "runtime", "screen", "test", "property", "library",
      ].map {
        .embedInCode("Prelude/\($0).lua")
      }),
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
    .target(
      name: "UDFNetwork",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["HTTP"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["HTTP"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["HTTP"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["HTTP"])),
      ]),
    .target(name: "LuaSyntax"),
    .target(name: "JSONSyntax"),
    .target(name: "LuaRuntime", dependencies: ["LuaKernel", "Platform"]),
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
        "UDF",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        // Where the one above finds Swift Testing on Linux; without it a failure would only be printed.
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
    .target(name: "Platform"),
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),

    .target(name: "SeededTesting", dependencies: ["Platform"], path: "Tests/SeededTesting"),
    .target(name: "SocketTesting", path: "Tests/SocketTesting"),
    .testTarget(name: "UDFTests", dependencies: ["UDF", "UDFTesting", "SeededTesting"]),
    .testTarget(
      name: "UDFTestingTests",
      dependencies: [
        "UDF", "UDFTesting", "SeededTesting", .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]),
    .testTarget(name: "LuaSyntaxTests", dependencies: ["LuaSyntax", "LuaRuntime", "SeededTesting", "Platform"]),
    .testTarget(name: "LuaRuntimeTests", dependencies: ["LuaRuntime", "SeededTesting"]),
    .executableTarget(
      name: "ValueWriter", dependencies: ["UDFHost", "Platform", "FaultyDisk"], path: "Tests/ValueWriter"),
    .testTarget(
      name: "UDFHostTests",
      dependencies: [
        "UDFHost", "UDFNetwork", "UDFSync", "UDFStorage", "SeededTesting", "ValueWriter", "Platform",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(name: "UDFConsoleTests", dependencies: ["UDFConsole", "SeededTesting"]),
    .target(name: "FaultyDisk", path: "Tests/FaultyDisk"),
    .target(name: "CacheTesting", dependencies: ["UDFSync", "UDF"], path: "Tests/CacheTesting"),
    .executableTarget(
      name: "CacheWriter", dependencies: ["UDFSync", "UDF", "CacheTesting", "FaultyDisk", "Platform"],
      path: "Tests/CacheWriter"),
    .testTarget(
      name: "UDFSyncTests",
      dependencies: [
        "UDFSync", "UDFStorage", "UDF", "UDFNetwork", "SeededTesting", "CacheTesting", "CacheWriter", "JSONSyntax",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "UDFNetworkTests", dependencies: ["UDFHost", "UDFNetwork", "SeededTesting", "SocketTesting"]),
    .testTarget(
      name: "FeedServerTests",
      dependencies: ["FeedServer", "FlyingFox", "UDF", "UDFSync", "UDFNetwork", "SeededTesting", "SocketTesting"]),
    .testTarget(name: "HostCommandTests", dependencies: ["HostCommand", "SeededTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
