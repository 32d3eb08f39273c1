import { type HtmlListener, readHtml } from '../../markup/html/read-html.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'

/** A plain text, and what it quotes of the mail before at its end, which may be empty. */
export interface Quoting {
  text: string
  quote: string
}

/** The line with which programs begin the mail that is answered, where it is not quoted with `>`. */
const ORIGINAL =
  /^\s*(?:-{2,}\s?(?:original|ursprüngliche|mensaje|message d’origine|messaggio)[^\n]{0,40}-{2,}|_{20,})\s*$/i
/** Heads of that mail, one of which follows. */
const ORIGINAL_HEAD = /^\s*\*?(?:from|von|de|da|van|od|från|fra|lähettäjä|发件人|差出人|от)\s?\*?:/i
/** Subject of a mail that passes another one on: what looks like a quotation is what it is about. */
const FORWARDED = /^\s*(?:fwd?|wg|tr|rv|i|enc|vs)\s*:/i

/** Whether a mail passes another one on. */
export function isForwarded(subject: string | undefined): boolean {
  return FORWARDED.test(subject ?? '')
}

/** Splits off the quotation that a text ends with; one that answers stand between stays. */
export function splitQuote(text: string): Quoting {
  const lines = text.split('\n')
  let from = lines.length
  while (from > 0 && /^\s*(?:>|$)/.test(lines[from - 1]!)) from -= 1
  if (!lines.slice(from).some((line) => line.startsWith('>'))) {
    from = lines.findIndex(
      (line, at) =>
        ORIGINAL.test(line) && lines.slice(at + 1, at + 4).some((next) => ORIGINAL_HEAD.test(next)),
    )
    if (from === -1) from = lines.length
  }
  const kept = lines.slice(0, from).join('\n')
  // A mail that is nothing but a quotation says that.
  if (!/\S/.test(kept)) return { text, quote: '' }
  return { text: kept, quote: lines.slice(from).join('\n').trim() }
}

/** Whether an element holds the mail that is answered, as programs mark it. */
export function isQuote(
  name: string,
  { class: names = '', id = '', type = '' }: Attributes,
): boolean {
  if (name === 'blockquote')
    return type === 'cite' || /\bgmail_quote\b|\bprotonmail_quote\b/.test(names)
  if (name !== 'div') return false
  return (
    /(?:^|\s)(?:gmail_quote|gmail_extra|yahoo_quoted|protonmail_quote|OutlookMessageHeader)(?:\s|$)/.test(
      names,
    ) || /^(?:yahoo_quoted|appendonsend|mail-editor-reference-message-container)/.test(id)
  )
}

/** The number, among such elements of a mail, of the quotation that it ends with; undefined where there is none, or nothing before. */
export function findTrailingQuote(html: string): number | undefined {
  const scan = new QuoteScan()
  readHtml(html, scan)
  return scan.last !== undefined && scan.hasTextBefore ? scan.last : undefined
}

class QuoteScan implements HtmlListener {
  /** The outermost quotation that nothing follows. */
  last: number | undefined
  hasTextBefore = false
  #hasText = false
  #depth = 0
  #count = 0
  #skipped = 0

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || /^(?:style|script|title|head)$/.test(name)) this.#skipped += 1
    if (this.#depth > 0) this.#depth += 1
    if (!isQuote(name, attributes)) return
    if (this.#depth === 0) {
      this.#depth = 1
      this.last = this.#count
      this.hasTextBefore = this.#hasText
    }
    this.#count += 1
  }

  text(text: string): void {
    if (this.#skipped > 0 || this.#depth > 0 || !/[\p{L}\p{N}]/u.test(text)) return
    this.#hasText = true
    this.last = undefined
  }

  close(): void {
    if (this.#skipped > 0) this.#skipped -= 1
    if (this.#depth > 0) this.#depth -= 1
  }
}
