/** Attributes of one element, names in lower case, values decoded. */
export type Attributes = Readonly<Record<string, string>>

/** Attributes of an element without any. */
export const NO_ATTRIBUTES: Attributes = Object.freeze({})
