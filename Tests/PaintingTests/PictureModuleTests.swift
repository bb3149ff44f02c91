import CVips
import Glibc
import Signage
import SystemCalls
import Testing

@testable import Painting

extension PaintingTests {
    /// What libvips may load, and how it works.
    @Suite struct PictureModules {
        @Test func theyAreWhereLibvipsItselfIs() {
            #expect(PictureModule.folder.hasSuffix("/vips-modules-\(vips_version(0)).\(vips_version(1))"))
            for module in PictureModule.allCases {
                #expect(access(PictureModule.folder + "/" + module.file, R_OK) == 0, "\(module.file)")
            }
        }

        @Test func aMissingOneIsNamedWithWhatToInstall() {
            for module in PictureModule.allCases {
                let error = #expect(throws: CannotPaint.self) { try module.load(from: "/nowhere") }
                #expect(
                    error?.reason.hasPrefix(
                        "not supported on this machine: install libvips42 (/nowhere/\(module.file)") == true)
            }
        }

        @Test func nothingElseIsLoaded() throws {
            _ = try Painter()
            for module in PictureModule.allCases { try module.prepare() }
            // These come as modules, too, on Debian.
            for loader in ["VipsForeignLoadMagick", "VipsForeignLoadOpenslide", "VipsForeignLoadJxl"] {
                #expect(signage_vips_has(loader) == 0, "\(loader)")
            }
        }

        @Test func onlyTheNamedLoadersMayBeUsed() throws {
            _ = try Painter()
            for module in PictureModule.allCases { try module.prepare() }
            // Pictures to libvips: a matrix, a pixmap, light by Radiance.
            for file in ["2 1\n1 2\n", "P6\n1 1\n255\nabc", "#?RADIANCE\n\n-Y 1 +X 1\nabcd"] {
                let descriptor = try MemoryFile(name: "fixture", holding: Array(file.utf8)).descriptor
                let source = signage_vips_source(descriptor.number)
                defer { signage_vips_release(source) }
                #expect(signage_vips_open(source) == nil, "\(file)")
                vips_error_clear()
            }
        }

        @Test func itUsesOneThreadAndKeepsNothing() throws {
            _ = try Painter()
            #expect(vips_concurrency_get() == 1)
            #expect(vips_cache_get_max() == 0)
        }
    }
}
