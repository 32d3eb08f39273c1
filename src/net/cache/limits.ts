import { type Limits, limitsInto } from '../../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const CACHE_LIMITS: Limits = []
const limit = limitsInto(CACHE_LIMITS)

export const CACHE_ENTRY_MAX_BYTES = limit(5_000_000, 'bytes', 'copy of a page kept for `maxAge`')

/** Bytes of all copies kept in memory. */
export const CACHE_MEMORY_MAX_BYTES = 32_000_000

/** Files kept on disk, besides the bound of their bytes. */
export const CACHE_FILES_MAX_COUNT = 5_000

/** Bytes of a file before the body. */
export const CACHE_HEAD_MAX_BYTES = 100_000
