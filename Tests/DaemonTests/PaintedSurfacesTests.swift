import Compositor
import Signage
import SystemCalls
import Testing

@testable import Daemon

struct PaintedSurfacesTests {
    private let size = PixelSize(width: 16, height: 16)

    private func slide(_ name: String) -> Picture {
        .slide(
            SlidePicture(
                content: .text(name), stamp: nil, size: size, fit: .contain, background: .black,
                style: TextStyle(),
                scale: 1))
    }

    private func request(_ name: String, _ number: UInt64) -> PictureRequest {
        PictureRequest(id: PictureID(number: number), picture: slide(name), slideID: name)
    }

    private func surface() throws -> Surface {
        let file = try MemoryFile(name: "test", size: 1024)
        return Surface(
            size: size, stride: 64, isOpaque: true,
            mapping: try Mapping(file.descriptor, size: 1024, writable: false))
    }

    private let painted = PaintedPicture(size: PixelSize(width: 16, height: 16), isOpaque: true)

    private func scene(_ number: UInt64) -> Scene {
        let all = PixelRect(size)
        return Scene(size: size, layers: [Layer(.picture(PictureID(number: number)), frame: all, clip: all)])
    }

    @Test func paintsTheMostUrgentFirst() throws {
        var surfaces = PaintedSurfaces(spareBudget: 0)
        _ = surfaces.want([request("a", 1), request("b", 2)])
        #expect(surfaces.nextToPaint(except: [])?.slideID == "a")
        #expect(surfaces.nextToPaint(except: [slide("a")])?.slideID == "b")
        #expect(surfaces.add(slide("a"), painted, try surface()) == PictureID(number: 1))
        #expect(surfaces.nextToPaint(except: [])?.slideID == "b")
        #expect(surfaces.surfaces(for: scene(1)).count == 1)
    }

    @Test func withoutBudgetNothingIsKept() throws {
        var surfaces = PaintedSurfaces(spareBudget: 0)
        _ = surfaces.want([request("a", 1)])
        _ = surfaces.add(slide("a"), painted, try surface())
        let change = surfaces.want([request("b", 2)])
        #expect(change.dropped == [PictureID(number: 1)])
        #expect(surfaces.byteCount == 0)
        #expect(surfaces.surfaces(for: scene(1)).isEmpty)
    }

    @Test func budgetKeepsTheLatestUsed() throws {
        var surfaces = PaintedSurfaces(spareBudget: 1024)
        for (index, name) in ["a", "b", "c"].enumerated() {
            _ = surfaces.want([request(name, UInt64(index))])
            _ = surfaces.add(slide(name), painted, try surface())
        }
        #expect(surfaces.byteCount == 2048)
        let change = surfaces.want([request("b", 9), request("a", 10)])
        #expect(change.found.map(\.0) == [PictureID(number: 9)])
        #expect(surfaces.nextToPaint(except: [])?.slideID == "a")
        #expect(surfaces.surfaces(for: scene(9)).count == 1)
    }

    @Test func aSmallerBudgetHoldsAtOnce() throws {
        var surfaces = PaintedSurfaces(spareBudget: 2048)
        for (index, name) in ["a", "b", "c"].enumerated() {
            _ = surfaces.want([request(name, UInt64(index))])
            _ = surfaces.add(slide(name), painted, try surface())
        }
        #expect(surfaces.byteCount == 3072)
        surfaces.spareBudget = 1024
        #expect(surfaces.byteCount == 2048)
        surfaces.spareBudget = 0
        #expect(surfaces.byteCount == 1024 && surfaces.surfaces(for: scene(2)).count == 1)
    }

    /// A slide that is kept would be no use without its number; they are few, however small.
    @Test func numbersAreKeptAsSlidesAre() throws {
        func counter(_ number: Int) -> PictureRequest {
            PictureRequest(
                id: PictureID(number: UInt64(number)),
                picture: .counter(Counter(number: number, count: 600, scale: 1)))
        }
        var none = PaintedSurfaces(spareBudget: 0)
        var some = PaintedSurfaces(spareBudget: 1 << 30)
        for number in 1...600 {
            _ = none.want([counter(number)])
            _ = some.want([counter(number)])
            _ = none.add(counter(number).picture, painted, try surface())
            _ = some.add(counter(number).picture, painted, try surface())
        }
        #expect(none.byteCount == 1024)
        // 512 besides the one that is wanted, the latest.
        #expect(some.byteCount == 513 * 1024)
        #expect(some.want([counter(600 - 512)]).found.map(\.0) == [PictureID(number: 88)])
        #expect(some.want([counter(87)]).found.isEmpty)
    }

    @Test func whatNobodyWantsAnyMoreHasNoName() throws {
        var surfaces = PaintedSurfaces(spareBudget: 0)
        _ = surfaces.want([request("a", 1)])
        _ = surfaces.want([request("b", 2)])
        #expect(surfaces.add(slide("a"), painted, try surface()) == nil)
        #expect(surfaces.byteCount == 0)
    }
}
