// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: no warning passes, imports say what they use.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Settings of the targets that call no C.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()]

func library(_ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = strict)
    -> Target
{
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        swiftSettings: strict)
}

/// A C library of the system: a module map, and a header of shims where Swift cannot read the library's own.
func system(_ name: String, _ pkgConfig: String, debian package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "signaged",
    products: [
        .executable(name: "signaged", targets: ["signaged"]),
        .executable(name: "signagectl", targets: ["signagectl"]),
        .executable(name: "signage-painter", targets: ["signage-painter"]),
        .executable(name: "signage-store", targets: ["signage-store"]),
    ],
    targets: [
        // C libraries, and C that Swift cannot write.
        system("CDRM", "libdrm", debian: "libdrm-dev"),
        system("CInput", "libinput", debian: "libinput-dev"),
        system("CUdev", "libudev", debian: "libudev-dev"),
        system("CSystemd", "libsystemd", debian: "libsystemd-dev"),
        system("CPixman", "pixman-1", debian: "libpixman-1-dev"),
        system("CYAML", "yaml-0.1", debian: "libyaml-dev"),
        system("CVips", "vips", debian: "libvips-dev"),
        system("CPango", "pangocairo", debian: "libpango1.0-dev"),
        system("CSeccomp", "libseccomp", debian: "libseccomp-dev"),
        system("CGLib", "glib-2.0", debian: "libglib2.0-dev"),
        .target(name: "CLinux"),

        // System calls as Swift: errno as a value, owned descriptors, memory files, sockets.
        library("SystemCalls", ["CLinux"]),
        // Command-line flags: what was meant, or a helpful error.
        library("Arguments", [], pure),
        // The rules of the product: carousel, gesture, timer, ticker, reload. No I/O, no clock.
        library("Signage", [], pure),
        // YAML files to a playlist or a configuration, or every problem with its line and column.
        library("PlaylistFile", ["Signage", "SystemCalls", "CYAML"]),
        // Values as bytes, between programs of this product.
        library("Wire", ["Signage"]),
        // What the painter is asked and answers, and the client that starts it and asks.
        library("PaintJobs", ["Signage", "SystemCalls", "Wire"]),
        // What signage-store is asked and answers, and the client that starts it and asks.
        library("StoreJobs", ["Signage", "PlaylistFile", "SystemCalls", "Wire"]),
        // What a program keeps when it gives up the rest for good: Landlock and seccomp.
        library("Sandbox", ["SystemCalls", "CLinux", "CSeccomp"]),
        // What the painter does: pictures by libvips, text by Pango.
        library("Painting", ["Signage", "PaintJobs", "Sandbox", "SystemCalls", "CVips", "CPango"]),
        // Scenes and painted surfaces to pixels, and what changed between two scenes.
        library("Compositor", ["Signage", "SystemCalls", "CPixman"]),
        // Screens: KMS cards, and headless.
        library("Display", ["Signage", "SystemCalls", "Compositor", "CDRM", "CUdev"]),
        // Touch screens to touches in picture coordinates.
        library("Touch", ["Signage", "SystemCalls", "CInput", "CUdev"]),
        // The control interface over Varlink: messages, server, client.
        library("Control", ["SystemCalls"]),
        // What a push says over its connection, on both sides; content by its hash.
        library("PushProtocol", ["SystemCalls", "CGLib"]),
        // The disk: objects, generations, painted frames; and the receiving end of a push.
        library(
            "Store",
            ["Signage", "PlaylistFile", "PushProtocol", "PaintJobs", "StoreJobs", "Wire", "SystemCalls"]),
        // signagectl's verbs: their flags, help and output.
        library(
            "ControlCommand",
            [
                "Control", "Arguments", "PlaylistFile", "PaintJobs", "PushProtocol", "Signage", "SystemCalls",
                "CPango",
            ]),
        // Wires all of the above into the sign.
        library(
            "Daemon",
            [
                "Signage", "SystemCalls", "Arguments", "PlaylistFile", "Wire", "PaintJobs", "StoreJobs",
                "Compositor", "Display", "Touch", "Control", "CSystemd", "CLinux",
            ]),

        program("signaged", ["Daemon"]),
        program("signagectl", ["ControlCommand"]),
        program("signage-painter", ["Painting"]),
        program("signage-store", ["Store"]),

        // What several test targets share.
        .target(
            name: "TestSupport", dependencies: ["SystemCalls", "Signage", "Compositor"],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("SystemCalls"),
        tests("Arguments"),
        tests("Signage", ["Compositor", "PlaylistFile"]),
        tests("PlaylistFile", ["Signage"]),
        tests("Wire", ["Signage"]),
        tests("StoreJobs", ["Signage", "PlaylistFile", "SystemCalls", "Wire", "fake-store"]),
        // A store that misbehaves, for the tests of its client.
        .executableTarget(
            name: "fake-store", dependencies: ["StoreJobs", "Signage", "SystemCalls"],
            path: "Tests/FakeStore", swiftSettings: strict),
        tests("PaintJobs", ["Signage", "SystemCalls", "Wire", "fake-painter"]),
        // A painter that misbehaves, for the tests of its client.
        .executableTarget(
            name: "fake-painter", dependencies: ["PaintJobs", "Signage", "SystemCalls"],
            path: "Tests/FakePainter", swiftSettings: strict),
        tests("Sandbox", ["CSeccomp", "SystemCalls", "confined-probe"]),
        // A program that is confined as the painter is, and tries what it must not.
        .systemLibrary(name: "CRawCall", path: "Tests/CRawCall"),
        .executableTarget(
            name: "confined-probe", dependencies: ["Sandbox", "CSeccomp", "CRawCall"],
            path: "Tests/ConfinedProbe", swiftSettings: strict),
        tests(
            "Painting",
            ["Signage", "PaintJobs", "SystemCalls", "Compositor", "CPango", "CVips", "signage-painter"]),
        tests("Compositor", ["Signage", "SystemCalls"]),
        // Whole frames of signs, pixel by pixel.
        .testTarget(
            name: "PixelTests", dependencies: ["Signage", "Compositor", "SystemCalls", "TestSupport"],
            swiftSettings: strict),
        tests("Display", ["Signage", "Compositor", "SystemCalls"]),
        tests("Touch", ["Signage", "SystemCalls"]),
        tests("Control", ["SystemCalls"]),
        tests("PushProtocol", ["SystemCalls"]),
        tests(
            "Store",
            [
                "Signage", "PlaylistFile", "PushProtocol", "PaintJobs", "StoreJobs", "SystemCalls",
                "fake-painter",
            ]),
        tests(
            "ControlCommand",
            [
                "Arguments", "Control", "PlaylistFile", "PushProtocol", "Signage", "SystemCalls", "CPango",
                "fake-painter", "signaged", "signagectl", "signage-painter",
            ]),
        tests(
            "Daemon",
            [
                "Signage", "SystemCalls", "Control", "Display", "PaintJobs", "PlaylistFile", "Compositor",
                "StoreJobs",
            ]),
    ]
)
