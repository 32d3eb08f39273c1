/** Most digits that one code holds (ISO/IEC 18004, version 40, level L); no text that is longer fits. */
export const QR_TEXT_MAX_CHARS = 7089
/** Largest edge of an image. */
export const QR_SIZE_MAX_PX = 4096
/** Widest quiet zone; scanners ask for 4 modules. */
export const QR_MARGIN_MAX_MODULES = 32
/** Least ratio of the luminance of the two colours (WCAG 2.2, as for graphics); scanners fail below. */
export const QR_CONTRAST_MIN_RATIO = 3
