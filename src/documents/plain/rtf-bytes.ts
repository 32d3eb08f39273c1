/** Encodings of fonts by the number of their character set (RTF 1.9, "Font Table"). */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}
const CODE_PAGES: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  65001: 'utf-8',
}
const TWO_BYTES = /^(?:shift_jis|gbk|big5|euc-kr)$/

/** The encoding of a code page. */
export function encodingOfPage(page: number): string {
  if (page >= 1250 && page <= 1258) return `windows-${page}`
  return Object.hasOwn(CODE_PAGES, page) ? CODE_PAGES[page]! : 'windows-1252'
}

/** The encoding of the character set of a font; undefined for that of the document. */
export function findCharset(number: number): string | undefined {
  return Object.hasOwn(CHARSETS, number) ? CHARSETS[number] : undefined
}

/** Gathers bytes of text until their characters are whole. */
export class ByteText {
  #bytes: number[] = []
  #encoding = ''

  /** Takes a byte; returns the text before it where that was in another encoding. */
  add(byte: number, encoding: string): string {
    const before = encoding === this.#encoding ? '' : this.take()
    this.#encoding = encoding
    this.#bytes.push(byte)
    return before
  }

  /** Whether the last byte is the first half of a character, to which a letter may be the second. */
  get isHalf(): boolean {
    if (this.#bytes.length === 0 || !TWO_BYTES.test(this.#encoding)) return false
    let isHalf = false
    for (const byte of this.#bytes) isHalf = !isHalf && isLead(byte, this.#encoding)
    return isHalf
  }

  get encoding(): string {
    return this.#encoding
  }

  /** The text of all bytes so far. */
  take(): string {
    if (this.#bytes.length === 0) return ''
    const text = new TextDecoder(this.#encoding).decode(Uint8Array.from(this.#bytes))
    this.#bytes = []
    return text
  }
}

/** Whether a byte begins a character of two. */
function isLead(byte: number, encoding: string): boolean {
  if (encoding === 'shift_jis')
    return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)
  return byte >= 0x81 && byte <= 0xfe
}
