/** Elements of HTML without an inside (HTML standard, 13.3, with those that parsers know from older versions). */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)
