internal import CVips
internal import SystemCalls

/// A loader of libvips that distributions keep in a file of its own.
///
/// It is loaded when the first picture of its kind comes, as it brings many libraries with it. libvips would load all
/// the modules it finds when it starts, those for ImageMagick and OpenSlide among them; that is switched off.
enum PictureModule: CaseIterable {
    /// HEIC and AVIF, by libheif.
    case heif
    /// PDF, by Poppler.
    case poppler

    /// The name of the file.
    var file: String {
        switch self {
        case .heif: "vips-heif.so"
        case .poppler: "vips-poppler.so"
        }
    }

    /// The name of its loader in libvips, and of those it is the base of.
    private var loader: String {
        switch self {
        case .heif: "VipsForeignLoadHeif"
        case .poppler: "VipsForeignLoadPdf"
        }
    }

    /// Makes its loader usable, wherever it is.
    ///
    /// - Throws: why this machine has none, and what to install.
    func prepare() throws(CannotPaint) {
        if signage_vips_has(loader) == 0 { try load(from: Self.folder) }
        // Loaders take over from their base that they are blocked.
        signage_vips_allow(loader)
    }

    /// Loads it, though it may be loaded already.
    ///
    /// - Parameter folder: where libvips's modules are.
    /// - Throws: what to install.
    func load(from folder: String) throws(CannotPaint) {
        guard let words = signage_vips_load_module(folder + "/" + file) else { return }
        throw CannotPaint(
            "not supported on this machine: install \(Self.package) (\(String(cString: words)))")
    }

    /// Where libvips looks for modules: beside itself, in a folder with its version.
    static var folder: String {
        let library = libraryPath(ofSymbol: "vips_init") ?? "/usr/lib/libvips.so"
        return directory(of: library) + "/vips-modules-\(vips_version(0)).\(vips_version(1))"
    }

    /// What Debian calls what they are in.
    private static let package = "libvips42"
}
