/** Bytes of a number in the memory of `forest-program.ts`. */
export const NUMBER_BYTES = 4

/** How it finds a node of a tree there: the bytes of one, and what is where in them. */
export const NODE_BYTES = 16
/** Greatest value that goes left; of a leaf infinite, so that whoever is there stays. */
export const THRESHOLD_AT = 4
/** What a leaf adds. */
export const VALUE_AT = 8

/** In the first number of a node the place of its feature in a row, in bytes; above it, the address of the left child. */
export const FEATURE_BYTES_BITS = 10
/** Set there for a leaf, whose left child is itself: features take four bytes each, which leaves this one free. */
export const LEAF_BIT = 1
