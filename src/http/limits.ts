/** Cap on the JSON body of a utility call. */
export const REQUEST_BODY_MAX_BYTES = 4 * 1024 * 1024

/** Nesting of JSON in a request; nothing that is called needs a fourth of it. */
export const REQUEST_JSON_MAX_DEPTH = 64
