/** The glyph of a Unicode emoji by its code, such as `1f389` or `1f1e9-1f1ea`. */
export function glyphOf(code: string): string {
  try {
    return String.fromCodePoint(...code.split('-').map((hex) => Number.parseInt(hex, 16)))
  } catch {
    return '\u{fffd}'
  }
}

/** Emoji offered first: reactions that teams use. */
export const COMMON_EMOJI: readonly (readonly [name: string, code: string])[] = [
  ['+1', '1f44d'],
  ['tada', '1f389'],
  ['heart', '2764'],
  ['eyes', '1f440'],
  ['check', '2705'],
  ['slight_smile', '1f642'],
]
