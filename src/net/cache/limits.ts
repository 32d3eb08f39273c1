/** Largest body that is kept. */
export const CACHE_ENTRY_MAX_BYTES = 5_000_000

/** Bytes of all copies kept in memory. */
export const CACHE_MEMORY_MAX_BYTES = 32_000_000

/** Files kept on disk, besides the bound of their bytes. */
export const CACHE_FILES_MAX_COUNT = 5_000

/** Bytes of a file before the body. */
export const CACHE_HEAD_MAX_BYTES = 100_000
