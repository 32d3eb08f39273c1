import { type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const QR_LIMITS: Limits = []
const limit = limitsInto(QR_LIMITS)

/** Most digits that one code holds (ISO/IEC 18004, version 40, level L); no text that is longer fits. */
export const QR_TEXT_MAX_CHARS = limit(7089, 'characters', 'text of a QR code')
export const QR_SIZE_MAX_PX = limit(4096, 'pixels', 'edge of a QR code')
/** Widest quiet zone; scanners ask for 4 modules. */
export const QR_MARGIN_MAX_MODULES = 32
/** Least ratio of the luminance of the two colours (WCAG 2.2, as for graphics); scanners fail below. */
export const QR_CONTRAST_MIN_RATIO = limit(
  3,
  'to 1',
  'contrast of the colours of a QR code, at least',
)
