/** How a font looks, as far as its name and flags tell. */
export interface FontStyle {
  bold: boolean
  italic: boolean
  mono: boolean
  /** Whether it holds the letters and signs of formulas. */
  math: boolean
}

/** The style of text in a font of which nothing is known. */
export const PLAIN_STYLE: FontStyle = { bold: false, italic: false, mono: false, math: false }

const BOLD = /bold|black|heavy|semib|demi|[-,]bd|cmbx|cmssbx/i
const ITALIC = /ital|obli|slanted|[-,]it\b|cmti|cmsl/i
const MATH =
  /^(?:cm(?:mi|sy|ex|bsy)|ms[ab]m|rsfs|eu[fr]m|(?:tx|px|ntx|npx|rtx|rpx)(?:mi|b?sy|b?ex)|mt(?:mi|sy|ex))|math/i
const MONO = /mono|courier|consol|menlo|typewriter|fixed|cmtt|sltt|code\b|nimbusmon/i

/**
 * Judges a font by its PostScript name, since the flags of most embedded fonts are unset; a subset
 * prefix (`ABCDEF+`) is no part of the name.
 */
export function fontStyle(name: string, fallback: string): FontStyle {
  const plain = name.replace(/^[A-Z]{6}\+/, '')
  const math = MATH.test(plain)
  return {
    bold: BOLD.test(plain),
    italic: ITALIC.test(plain),
    // Signs of formulas are of one width where few of them are embedded.
    mono: !math && (fallback === 'monospace' || MONO.test(plain)),
    math,
  }
}
