#include <png.h>

/* Most bytes that png_image_write_to_memory can need; the macro does not import into Swift. */
static inline png_alloc_size_t cpng_size_limit(const png_image *image) { return PNG_IMAGE_PNG_SIZE_MAX(*image); }
