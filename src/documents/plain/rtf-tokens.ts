/** A part of RTF: the beginning or end of a group, a control word with its number, a byte of text, or bytes of data that are left out. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'word'; word: string; value: number | undefined }
  /** Text of ASCII, or one byte of a code page. */
  | { kind: 'text'; text: string }
  | { kind: 'byte'; byte: number }

const WORD = /\\([a-z]{1,32})(-?\d{1,10})?[ ]?/iy
const TEXT = /[^\\{}\r\n\u0080-\u00FF]+/y

/**
 * Reads RTF 1.9 as tokens, one character per byte. Linear.
 *
 * @yields each token in order.
 */
export function* readTokens(source: string): Generator<RtfToken> {
  for (let at = 0; at < source.length;) {
    const character = source.charAt(at)
    if (character === '{' || character === '}') {
      yield { kind: character === '{' ? 'open' : 'close' }
      at += 1
    } else if (character === '\r' || character === '\n') at += 1
    else if (character !== '\\') {
      TEXT.lastIndex = at
      const text = TEXT.exec(source)?.[0]
      if (text === undefined) yield { kind: 'byte', byte: source.charCodeAt(at) }
      else yield { kind: 'text', text }
      at += text?.length ?? 1
    } else if (source.charAt(at + 1) === "'") {
      const byte = Number.parseInt(source.slice(at + 2, at + 4), 16)
      if (!Number.isNaN(byte)) yield { kind: 'byte', byte }
      at += 4
    } else {
      WORD.lastIndex = at
      const match = WORD.exec(source)
      if (match) {
        const [whole, word = '', number] = match
        const value = number === undefined ? undefined : Number(number)
        at += whole.length
        // Raw bytes are no text, whatever they hold.
        if (word === 'bin') at += Math.max(0, value ?? 0)
        else yield { kind: 'word', word, value }
      } else {
        yield* symbol(source.charAt(at + 1))
        at += 2
      }
    }
  }
}

function* symbol(character: string): Generator<RtfToken> {
  if (character === '~') yield { kind: 'text', text: '\u00A0' }
  else if (character === '_') yield { kind: 'text', text: '\u2011' }
  else if (character === '*') yield { kind: 'word', word: '*', value: undefined }
  else if (character === '\n' || character === '\r')
    yield { kind: 'word', word: 'par', value: undefined }
  else if (/[\\{}]/.test(character)) yield { kind: 'text', text: character }
}
