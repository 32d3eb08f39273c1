/** What characters say besides themselves. */
export interface CharKind {
  isBlank: boolean
  isMark: boolean
  isFormat: boolean
}

const KINDS_MAX_COUNT = 50_000
const kinds = new Map<string, CharKind>()

/** The kind of what one code stands for, of which a page has few. */
export function kindOf(text: string): CharKind {
  const known = kinds.get(text)
  if (known) return known
  const match = /^(?:(\s+)|(\p{Mn}+)|((?!\u00AD)\p{Cf}))$/u.exec(text)
  const kind = {
    isBlank: match?.[1] !== undefined,
    isMark: match?.[2] !== undefined,
    isFormat: match?.[3] !== undefined,
  }
  if (kinds.size >= KINDS_MAX_COUNT) kinds.clear()
  kinds.set(text, kind)
  return kind
}
