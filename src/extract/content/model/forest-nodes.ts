/** Bytes of a number in the memory of `forest-program.ts`. */
export const NUMBER_BYTES = 4

/** Bytes of a node of a tree in the memory of `forest-program.ts`. */
export const NODE_BYTES = 16
/** Place in a node of the greatest value that goes left; infinite in a leaf, so that whoever is there stays. */
export const THRESHOLD_AT = 4
/** Place in a node of the value that a leaf adds. */
export const VALUE_AT = 8

/** Bits of a node's first number for the place of its feature in a row, in bytes; above them is the address of the left child. */
export const FEATURE_BYTES_BITS = 10
/** Bit of that number for a leaf, whose left child is itself: features take four bytes each, which leaves this bit free. */
export const LEAF_BIT = 1
