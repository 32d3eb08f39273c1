/** Cap on the JSON body of a utility call. */
export const REQUEST_BODY_MAX_BYTES = 4 * 1024 * 1024
