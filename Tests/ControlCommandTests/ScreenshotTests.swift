import CPango
import Control
import ControlCommand
import Glibc
import SystemCalls
import Testing

@Suite struct ScreenshotTests {
    /// Pixels that tell their place; the fourth byte of each must not matter.
    static func pixels(_ width: Int, _ rows: Range<Int>) -> [UInt8] {
        rows.flatMap { row in
            (0..<width).flatMap { [UInt8($0 & 255), UInt8(row & 255), UInt8(($0 + row) & 255), 77] }
        }
    }

    /// The pixels of a PNG file as cairo reads it: blue, green, red, 255.
    static func decoded(_ png: [UInt8]) throws -> (width: Int, height: Int, pixels: [UInt8]) {
        final class Source {
            var bytes: ArraySlice<UInt8>
            init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
        }
        let source = Source(png)
        let surface = cairo_image_surface_create_from_png_stream(
            { context, data, count in
                guard let context, let data else { return CAIRO_STATUS_READ_ERROR }
                let source = Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
                guard source.bytes.count >= Int(count) else { return CAIRO_STATUS_READ_ERROR }
                for index in 0..<Int(count) { data[index] = source.bytes.removeFirst() }
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(source).toOpaque())
        defer { cairo_surface_destroy(surface) }
        try #require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        let (width, height) = (
            Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
        )
        let stride = Int(cairo_image_surface_get_stride(surface))
        let data = try #require(cairo_image_surface_get_data(surface))
        var pixels: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let place = row * stride + column * 4
                pixels += [data[place], data[place + 1], data[place + 2], 255]
            }
        }
        return (width, height, pixels)
    }

    @Test(arguments: [(1, 1), (37, 11), (640, 360)])
    func thePictureIsExactlyTheFrame(width: Int, height: Int) throws {
        let result = try FakeDaemon().run(["screenshot", "-"]) { _ in
            .screenshot(Screenshot(width: width, height: height) { Self.pixels(width, $0) })
        }
        #expect(result.code == .success)
        let picture = try Self.decoded(result.output)
        #expect(picture.width == width && picture.height == height)
        var expected = Self.pixels(width, 0..<height)
        for index in stride(from: 3, to: expected.count, by: 4) { expected[index] = 255 }
        #expect(picture.pixels == expected)
    }

    @Test func aFileIsWrittenAndNamed() throws {
        let path = "/tmp/signaged-screenshot-\(getpid())-\(UInt64.random(in: 0 ... .max)).png"
        defer { unlink(path) }
        let result = try FakeDaemon().run(["screenshot", path]) { _ in
            .screenshot(Screenshot(width: 4, height: 2) { Self.pixels(4, $0) })
        }
        #expect(result.code == .success && result.text == "\(path): 4x2\n")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_size > 50)
    }

    @Test func aFileThatCannotBeWrittenIsAFailure() throws {
        let result = try FakeDaemon().run(["screenshot", "/nowhere/at/all.png"]) { _ in
            .screenshot(Screenshot(width: 4, height: 2) { Self.pixels(4, $0) })
        }
        #expect(result.code == .failure)
        #expect(result.complaints == ["signagectl: open '/nowhere/at/all.png': No such file or directory"])
    }

    @Test func withoutAScreenThereIsNoPicture() throws {
        let result = try FakeDaemon().run(["screenshot", "-"]) { _ in .error(.noOutput) }
        #expect(result.code == .failure && result.output.isEmpty)
        #expect(result.complaints.first?.contains("no screen") == true)
    }
}
