/** Matching parts of a document that one answer shows. */
export const FOUND_MAX_COUNT = 8
