/** Bytes after which a head without an end is cut off. */
export const HEAD_MAX_BYTES = 512 * 1024

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SLASH = 0x2f
const DASH = 0x2d
const BANG = 0x21
const EQUALS = 0x3d
const QUOTE = 0x22
const APOSTROPHE = 0x27
const NAME_MAX_CHARS = 12

const headElements = new Set(
  'html head meta link base basefont bgsound title style script noscript noframes template'.split(
    ' ',
  ),
)
/** Elements skipped up to their end tag: they hold text, or (noscript, template) what is not part of the head itself. */
const opaqueElements = new Set('title style script noscript noframes template'.split(' '))

type State =
  | 'text'
  | 'less-than'
  | 'name'
  | 'attributes'
  | 'value-start'
  | 'value'
  | 'declaration'
  | 'bogus-comment'
  | 'comment'
  | 'opaque'

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
}

/**
 * Scans the bytes of an HTML page for the end of its head: at `</head>`, at `<body>`, at the first content of
 * a body that was not announced, or after `HEAD_MAX_BYTES`. Works on any ASCII-compatible encoding, keeps a
 * few bytes of state, looks at each byte once.
 */
export class HeadScanner {
  private state: State = 'text'
  private name = ''
  private isEndTag = false
  private quote = 0
  private dashes = 0
  private opaque = ''
  private matched = 0
  private seenBytes = 0
  private isWide = false
  private over = false

  /** Takes the next chunk; true once the head is over. */
  add(chunk: Uint8Array): boolean {
    if (this.over) return true
    if (this.seenBytes === 0) {
      // UTF-16: every other byte is zero, so only the size limit applies.
      this.isWide =
        (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff)
    }
    if (!this.isWide) {
      for (let index = 0; index < chunk.length && !this.over; index += 1) {
        if (this.state === 'opaque' && this.matched === 0) {
          index = chunk.indexOf(LESS_THAN, index)
          if (index === -1) break
        }
        const byte = chunk[index]!
        if (this.seenBytes + index < 3 && (byte === 0xef || byte === 0xbb || byte === 0xbf))
          continue
        this.step(byte)
      }
    }
    this.seenBytes += chunk.length
    this.over ||= this.seenBytes >= HEAD_MAX_BYTES
    return this.over
  }

  private step(byte: number): void {
    switch (this.state) {
      case 'text':
        if (byte === LESS_THAN) this.state = 'less-than'
        else if (!isSpace(byte)) this.over = true
        return
      case 'less-than':
        this.afterLessThan(byte)
        return
      case 'name':
        if (isSpace(byte) || byte === SLASH || byte === GREATER_THAN) this.endName(byte)
        else if (this.name.length < NAME_MAX_CHARS)
          this.name += String.fromCharCode(byte).toLowerCase()
        return
      case 'attributes':
        if (byte === GREATER_THAN) this.endTag()
        else if (byte === EQUALS) this.state = 'value-start'
        return
      case 'value-start':
        this.startValue(byte)
        return
      case 'value':
        if (this.quote === 0) {
          if (byte === GREATER_THAN) this.endTag()
          else if (isSpace(byte)) this.state = 'attributes'
        } else if (byte === this.quote) this.state = 'attributes'
        return
      case 'declaration':
        this.inDeclaration(byte)
        return
      case 'bogus-comment':
        if (byte === GREATER_THAN) this.state = 'text'
        return
      case 'comment':
        this.inComment(byte)
        return
      case 'opaque':
        this.inOpaque(byte)
        return
    }
  }

  private afterLessThan(byte: number): void {
    if (isLetter(byte)) {
      this.name = String.fromCharCode(byte).toLowerCase()
      this.state = 'name'
    } else if (byte === SLASH && !this.isEndTag) this.isEndTag = true
    else if (byte === BANG && !this.isEndTag) {
      this.state = 'declaration'
      this.dashes = 0
    } else if (byte === 0x3f || this.isEndTag) {
      this.isEndTag = false
      this.state = byte === GREATER_THAN ? 'text' : 'bogus-comment'
    } else this.over = true
  }

  private endName(byte: number): void {
    const ends = this.isEndTag
      ? ['head', 'body', 'html', 'br'].includes(this.name)
      : !headElements.has(this.name)
    if (ends) this.over = true
    else if (byte === GREATER_THAN) this.endTag()
    else this.state = 'attributes'
  }

  private endTag(): void {
    const isOpaque = !this.isEndTag && opaqueElements.has(this.name)
    this.isEndTag = false
    this.matched = 0
    this.opaque = isOpaque ? `</${this.name}` : ''
    this.state = isOpaque ? 'opaque' : 'text'
  }

  private startValue(byte: number): void {
    if (isSpace(byte)) return
    if (byte === GREATER_THAN) {
      this.endTag()
      return
    }
    this.quote = byte === QUOTE || byte === APOSTROPHE ? byte : 0
    this.state = 'value'
  }

  private inDeclaration(byte: number): void {
    if (byte === GREATER_THAN) this.state = 'text'
    else if (byte !== DASH) this.state = 'bogus-comment'
    else if (++this.dashes === 2) this.state = 'comment'
  }

  /** `dashes` starts at 2, so that `<!-->` ends at once as the HTML standard says; `--!>` ends a comment too. */
  private inComment(byte: number): void {
    if (byte === DASH) this.dashes += 1
    else if (byte === GREATER_THAN && this.dashes >= 2) this.state = 'text'
    else if (byte !== BANG || this.dashes < 2) this.dashes = 0
  }

  private inOpaque(byte: number): void {
    if (
      this.matched === this.opaque.length &&
      (isSpace(byte) || byte === SLASH || byte === GREATER_THAN)
    ) {
      this.name = this.opaque.slice(2)
      this.isEndTag = true
      this.state = 'attributes'
      if (byte === GREATER_THAN) this.endTag()
      return
    }
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte
    if (this.matched < this.opaque.length && lower === this.opaque.charCodeAt(this.matched))
      this.matched += 1
    else this.matched = byte === LESS_THAN ? 1 : 0
  }
}
