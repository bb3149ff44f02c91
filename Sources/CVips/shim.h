// What Swift sees of libvips: its operations are variadic, so each is a function here, with the options of this project.
// All return 0, or -1 with words in vips_error_buffer, unless they say otherwise; images made belong to the caller.
#pragma once
#include <gmodule.h>
#include <vips/vips.h>

// Lets a loader be used again, with all its kinds: "VipsForeignLoadJpeg".
static inline void signage_vips_allow(const char *loader) {
    vips_operation_block_set(loader, FALSE);
}

// Starts libvips: one thread, no cache of results, no loaders but those that are built in and painted.
static inline int signage_vips_start(const char *program) {
    // Loaders for other kinds come as modules from here; without, the process stays small.
    g_setenv("VIPSHOME", "/nonexistent", TRUE);
    if (vips_init(program) != 0) return -1;
#if VIPS_MAJOR_VERSION == 8 && VIPS_MINOR_VERSION < 15
    // Code made at run time needs a file in /tmp, or memory that is both writable and executable; later versions make none.
    vips_vector_set_enabled(FALSE);
#endif
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_operation_block_set("VipsForeignLoad", TRUE);
    signage_vips_allow("VipsForeignLoadJpeg");
    signage_vips_allow("VipsForeignLoadPng");
    signage_vips_allow("VipsForeignLoadWebp");
    signage_vips_allow("VipsForeignLoadNsgif");
    signage_vips_allow("VipsForeignLoadSvg");
    signage_vips_allow("VipsForeignLoadTiff");
    return 0;
}

// Whether there is a loader, built in or from a module: "VipsForeignLoadPdf".
static inline int signage_vips_has(const char *loader) {
    return g_type_from_name(loader) != 0;
}

// g_module_open: adds a module's loaders, which stay. Returns NULL, or words that are good until the next call.
static inline const char *signage_vips_load_module(const char *path) {
    return g_module_open(path, G_MODULE_BIND_LAZY) ? NULL : g_module_error();
}

// Ignores what glib and its users have to say on stderr.
static inline void signage_glib_ignore(const char *domain, GLogLevelFlags level, const char *message, void *data) {
}

static inline void signage_glib_quiet(void) {
    g_log_set_default_handler(signage_glib_ignore, NULL);
}

// vips_source_new_from_descriptor: the descriptor is duplicated, and read from its beginning.
static inline VipsSource *signage_vips_source(int descriptor) {
    return vips_source_new_from_descriptor(descriptor);
}

// vips_image_new_from_source: reads the header; the pixels follow row by row, once.
static inline VipsImage *signage_vips_open(VipsSource *source) {
    return vips_image_new_from_source(
        source, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
}

// vips_heifload_source: as above, whatever brand the file begins with; libvips by itself knows few.
static inline VipsImage *signage_vips_open_heif(VipsSource *source) {
    VipsImage *out = NULL;
    int result = vips_heifload_source(
        source, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    return result == 0 ? out : NULL;
}

// vips_jpegload_source: a JPEG file 2, 4 or 8 times smaller than it is.
static inline VipsImage *signage_vips_open_shrunk(VipsSource *source, int shrink) {
    VipsImage *out = NULL;
    int result = vips_jpegload_source(
        source, &out, "shrink", shrink, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    return result == 0 ? out : NULL;
}

// vips_svgload_source and vips_pdfload_source: as many times larger as they are; their first page.
static inline VipsImage *signage_vips_open_drawing(VipsSource *source, int is_pdf, double scale) {
    VipsImage *out = NULL;
    int result = is_pdf ? vips_pdfload_source(source, &out, "scale", scale, NULL)
                        : vips_svgload_source(source, &out, "scale", scale, NULL);
    return result == 0 ? out : NULL;
}

// How a picture is scaled to a page.
typedef struct {
    int width, height;
    VipsSize size;
    VipsInteresting crop;
    // The colours become sRGB by the embedded profile; without one they would shift. Ink colours are taken for those of
    // the built-in profile in any case.
    int is_managed;
} SignageThumbnail;

// vips_thumbnail_source: decodes no more than a picture of this size needs, upright. (fail_on as an operation's option
// is not handed to the loader by 8.14 for sources; in the loader's own options it is.)
static inline int signage_vips_thumbnail(VipsSource *source, VipsImage **out, SignageThumbnail to) {
    return vips_thumbnail_source(
        source, out, to.width, "height", to.height, "size", to.size, "crop", to.crop, "option_string",
        "fail_on=truncated", to.is_managed ? "export_profile" : NULL, "srgb", NULL);
}

// vips_thumbnail_image: the same of a picture that is decoded whole.
static inline int signage_vips_thumbnail_of(VipsImage *in, VipsImage **out, SignageThumbnail to) {
    return vips_thumbnail_image(
        in, out, to.width, "height", to.height, "size", to.size, "crop", to.crop,
        to.is_managed ? "export_profile" : NULL, "srgb", NULL);
}

// vips_autorot: upright by its EXIF orientation; from memory, as rows come out in another order.
static inline int signage_vips_upright(VipsImage *in, VipsImage **out) {
    VipsImage *memory = vips_image_copy_memory(in);
    if (!memory) return -1;
    int result = vips_autorot(memory, out, NULL);
    g_object_unref(memory);
    return result;
}

// vips_shrink: as many times smaller, by averages.
static inline int signage_vips_shrink(VipsImage *in, VipsImage **out, int times) {
    return vips_shrink(in, out, times, times, NULL);
}

// vips_icc_transform to sRGB by the embedded profile, or the built-in one for ink colours.
static inline int signage_vips_to_srgb_by_profile(VipsImage *in, VipsImage **out) {
    return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "input_profile", "cmyk", NULL);
}

// vips_colourspace to sRGB and vips_cast to 8 bits: 1 to 4 bands become 3 or 4.
static inline int signage_vips_to_srgb(VipsImage *in, VipsImage **out) {
    VipsImage *color = NULL;
    if (vips_colourspace(in, &color, VIPS_INTERPRETATION_sRGB, NULL) != 0) return -1;
    int result = vips_cast_uchar(color, out, NULL);
    g_object_unref(color);
    return result;
}

// vips_extract_area.
static inline int signage_vips_cut(VipsImage *in, VipsImage **out, int x, int y, int width, int height) {
    return vips_extract_area(in, out, x, y, width, height, NULL);
}

// A whole number among the picture's metadata; `otherwise` when it is not there.
static inline int signage_vips_number(VipsImage *image, const char *name, int otherwise) {
    int value;
    if (vips_image_get_typeof(image, name) == 0 || vips_image_get_int(image, name, &value) != 0) return otherwise;
    return value;
}

// Whether the picture brings a colour profile.
static inline int signage_vips_has_profile(VipsImage *image) {
    return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}

// Prepares a rectangle of rows: decodes what they need; the pixels are at `signage_vips_row`.
static inline int signage_vips_prepare(VipsRegion *region, int y, int width, int rows) {
    VipsRect rectangle = {0, y, width, rows};
    return vips_region_prepare(region, &rectangle);
}

static inline const unsigned char *signage_vips_row(VipsRegion *region, int y) {
    return VIPS_REGION_ADDR(region, 0, y);
}

// g_object_unref, which Swift sees for opaque pointers only.
static inline void signage_vips_release(void *object) {
    if (object) g_object_unref(object);
}
