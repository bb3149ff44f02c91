import Glibc
import SystemCalls
import Testing

@Suite struct MappingGuardTests {
    @Test func aWriteToPagesThatAreGoneGoesToOrdinaryMemory() throws {
        let page = Int(sysconf(CInt(_SC_PAGESIZE)))
        let file = temporaryFile()
        let descriptor = Descriptor(owning: file)
        try checked("ftruncate") { ftruncate(file, off_t(2 * page)) }
        let address = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
        try #require(address != MAP_FAILED)
        let mapping = UnsafeMutableRawBufferPointer(start: address, count: 2 * page)
        mapping[page] = 1
        guardMapping(mapping)
        // As when a card is unplugged: the pages are gone, the mapping is not.
        try checked("ftruncate") { ftruncate(descriptor.number, 0) }
        mapping[page] = 7
        #expect(mapping[page] == 7)
        mapping[0] = 8
        #expect(mapping[0] == 8)
        unguardMapping(mapping)
        munmap(address, 2 * page)
    }
}

/// A file that can be cut short, and is gone when it is closed.
private func temporaryFile() -> CInt {
    var name = Array("/tmp/signage-guard-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    return file
}
