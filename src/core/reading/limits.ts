/** Addresses of one call. */
export const READ_MAX_COUNT = 5

/** Characters of text of one answer, of all addresses together: twice as many, and the pictures, must fit into one MCP result. */
export const READ_MAX_CHARS = 50_000

/** Longest edge of a picture that a model is shown: models scale larger ones down, and hosts refuse those of twice as much. */
export const PICTURE_MAX_EDGE_PX = 4_096

/** Bytes of the pictures of one answer: with its text they must fit into one MCP result, in base64. */
export const PICTURES_MAX_BYTES = 450_000
