const DIGITS = 'zero one two three four five six seven eight nine'.split(' ')
/** The name of a digit or letter with that of its shape: of old style, as high as capitals, small capitals. */
const SHAPED = /^(?<base>[a-z]+|[A-Z])\.[A-Za-z\d]+$/

/** What codes stand for whose glyphs are named as another shape of a digit or letter, as `one.lnum`. */
export function meaningsOf(names: readonly unknown[] | undefined): ReadonlyMap<number, string> {
  const meanings = new Map<number, string>()
  for (const [code, name] of (names ?? []).entries()) {
    const base = typeof name === 'string' ? SHAPED.exec(name)?.groups?.['base'] : undefined
    if (base === undefined) continue
    const digit = DIGITS.indexOf(base)
    if (digit !== -1) meanings.set(code, String(digit))
    else if (base.length === 1) meanings.set(code, base)
  }
  return meanings
}
