import { countWords } from '../../markdown/word-count.ts'
import { DocumentWriter } from '../document-writer.ts'
import type { Choice, Source } from '../document.ts'
import { type HtmlSettings, writeHtml } from '../text/html-body.ts'
import { findLayoutTables } from '../text/layout-tables.ts'
import { writePlainText } from '../text/plain-text.ts'
import { addressLine, type AttachedFile, type Mail, parseMail } from './parse-mail.ts'
import { findTrailingQuote, isForwarded, isQuote, splitQuote } from './quotes.ts'

/** Mails within mails that are read, and how many of them. */
const INNER_DEPTH_MAX = 3
const INNER_MAX_COUNT = 20
/** Share of the words of the HTML that the plain text must have to be read in its place. */
const PLAIN_MIN_SHARE = 0.9
const PLAIN_MIN_WORDS = 0.5

/** Reads a mail: its head, its text, and the names of what is attached. Throws `unparsable`. */
export async function readEml(
  { bytes }: Source,
  out: DocumentWriter,
  choice: Choice,
): Promise<void> {
  const mail = await parseMail(bytes)
  const { subject, from, date } = mail
  out.describe({
    title: subject,
    authors: from ? [from.name === '' ? addressLine([from]) : from.name] : [],
    createdAt: date,
  })
  const reader = new MailReader(out, choice)
  await reader.write(mail, '', 1)
  if (reader.quotedWords > 0)
    out.say(`${reader.quotedWords.toLocaleString('en')} quoted words left out`)
}

class MailReader {
  readonly #out: DocumentWriter
  readonly #choice: Choice
  quotedWords = 0
  #inner = 0

  constructor(out: DocumentWriter, choice: Choice) {
    this.#out = out
    this.#choice = choice
  }

  /** Writes a mail; `path` leads to it within the outermost one. */
  async write(mail: Mail, path: string, depth: number): Promise<void> {
    this.#writeHead(mail, depth)
    this.#writeBody(mail)
    for (const file of mail.files) await this.#writeFile(file, path, depth)
  }

  #writeHead({ subject = '', from, to = [], cc = [], date = '' }: Mail, depth: number): void {
    const out = this.#out
    const lines = [
      ['From', from ? addressLine([from]) : ''],
      ['To', addressLine(to)],
      ['Cc', addressLine(cc)],
      ['Date', date.replace(/\.000Z$/, 'Z')],
    ].filter(([, value]) => value !== '')
    if (subject !== '') out.add(depth === 1 ? 'h1' : 'h2', subject)
    out.open('p')
    for (const [index, [name, value]] of lines.entries()) {
      if (index > 0) {
        out.open('br')
        out.close('br')
      }
      out.text(`${name}: ${value}`)
    }
    out.close('p')
  }

  #writeBody({ subject, text, html, files }: Mail): void {
    const isSealed = files.some(({ mediaType }) =>
      /^application\/(?:x-)?(?:pkcs7-mime|pgp-encrypted)$/.test(mediaType),
    )
    if (isSealed) this.#out.say('Its text is encrypted')
    if (html !== undefined && (text === undefined || !saysAsMuch(text, html))) {
      this.#writeHtml(html, subject)
      return
    }
    const lines = (text ?? '').replaceAll(/\r\n?/g, '\n')
    const keepsQuotes = this.#choice.keepsHidden || isForwarded(subject)
    const { text: own, quote } = keepsQuotes ? { text: lines, quote: '' } : splitQuote(lines)
    writePlainText(own, this.#out)
    this.#fold(quote)
  }

  #writeHtml(html: string, subject: string | undefined): void {
    const { keepsHidden } = this.#choice
    const keepsQuotes = keepsHidden || isForwarded(subject)
    writeHtml(html, this.#out, {
      ...settingsOf(html),
      keepsHidden,
      folded: keepsQuotes
        ? undefined
        : {
            isOne: isQuote,
            number: findTrailingQuote(html),
            take: (text) => {
              this.#fold(text)
            },
          },
    })
  }

  #fold(quote: string): void {
    this.quotedWords += countWords(quote)
  }

  async #writeFile(file: AttachedFile, path: string, depth: number): Promise<void> {
    const { name, bytes, mediaType, isShown } = file
    if (isShown) return
    this.#out.addFile({ name: path + name, bytes: bytes.byteLength })
    const isMail = mediaType === 'message/rfc822'
    if (!isMail || depth >= INNER_DEPTH_MAX || this.#inner >= INNER_MAX_COUNT) return
    const inner = await parseMail(bytes).catch(() => undefined)
    if (!inner) return
    this.#inner += 1
    this.#out.open('hr')
    this.#out.close('hr')
    this.#out.add('p', `Attached mail (${name}):`)
    await this.write(inner, `${path}${name}!/`, depth + 1)
  }
}

/** Whether the plain text of a mail has the words, links and tables of its HTML. */
function saysAsMuch(text: string, html: string): boolean {
  const scratch = new DocumentWriter({
    maxChars: html.length + 1,
    maxMs: Number.POSITIVE_INFINITY,
  })
  const links = new Set<string>()
  const settings = settingsOf(html)
  writeHtml(html, scratch, {
    ...settings,
    keepsHidden: false,
    findAddress: (href) => {
      if (/^https?:/i.test(href)) links.add(href)
      return undefined
    },
  })
  const written = scratch.end().marked
  const words = countWords(written)
  if (countWords(text) < PLAIN_MIN_SHARE * words - PLAIN_MIN_WORDS) return false
  return !/^\|.*\|\n\| ?:?-/m.test(written) && [...links].every((link) => text.includes(link))
}

function settingsOf(html: string): Omit<HtmlSettings, 'keepsHidden'> {
  return {
    footnotes: undefined,
    layoutTables: findLayoutTables(html),
    findAddress: (href) => (/^[a-z][a-z0-9+.-]*:/i.test(href.trim()) ? href : undefined),
    // Pictures without a description are decorations, or tell the sender that they were loaded.
    findPictureName: ({ alt = '' }) => (alt.trim() === '' ? undefined : alt),
  }
}
