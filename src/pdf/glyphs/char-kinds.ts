/** What characters say besides themselves. */
interface CharKind {
  isBlank: boolean
  isMark: boolean
  isFormat: boolean
}

const PLAIN: CharKind = { isBlank: false, isMark: false, isFormat: false }
const KINDS_MAX_COUNT = 50_000
const kinds = new Map<string, CharKind>()

/** The kind of what one code stands for, of which a page has few. */
export function kindOf(text: string): CharKind {
  if (isPlain(text)) return PLAIN
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

/** Whether a text is one visible character of ASCII, as most are. */
function isPlain(text: string): boolean {
  const code = text.length === 1 ? text.charCodeAt(0) : 0
  return code > 0x20 && code < 0x7f
}
