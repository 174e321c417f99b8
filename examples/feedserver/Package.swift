// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "feedserver",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "feedserver", targets: ["FeedServer"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.20.0"),
  ],
  targets: [
    .executableTarget(
      name: "FeedServer",
      dependencies: [
        "FeedCore", "FlyingFox",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The library's own tests run the sync engine against it, without a socket.
    .target(name: "FeedCore"),
    .testTarget(name: "FeedCoreTests", dependencies: ["FeedCore"]),
  ],
  swiftLanguageModes: [.v6]
)
