import { cleanLine } from '../lib/text.ts'
import { type Script, scriptText } from '../markup/html/raised-text.ts'
import { readHtml } from '../markup/html/read-html.ts'
import { visibleText } from '../markup/html/visible-text.ts'
import { decodeReferences, decodeUnended } from '../markup/xml/references.ts'

/** One clean line of text of an HTML fragment, at most `maxChars` characters. */
export function htmlText(html: string, maxChars: number): string {
  if (!html.includes('<') && !html.includes('&')) return cleanLine(html, maxChars)
  // White space and what cannot be seen go yet.
  return cleanLine(visibleText(html, 4 * maxChars + 1000), maxChars)
}

/** Formatting that titles carry; any other tag in a title is more likely what the title is about. */
const TITLE_TAG =
  /<\/?(?:a|abbr|b|br|cite|code|em|font|i|img|mark|q|s|small|span|strong|sub|sup|tt|u|wbr)(?:\s[^<>]{0,2000})?\/?>/gi

/** One clean line of text of an RSS title, which may or may not be HTML: `5 < 6` and `<table>` stay. */
export function titleText(title: string, maxChars: number): string {
  const plain = title
    .replaceAll(SCRIPT, (_, name: string, text: string) =>
      scriptText(name.toLowerCase() as Script, text),
    )
    .replaceAll(TITLE_TAG, '')
  return cleanLine(decodeReferences(decodeUnended(plain)), maxChars)
}

/** A raised or lowered part: without its element, `10<sup>6</sup>` would be another number. */
const SCRIPT = /<(su[bp])(?:\s[^<>]{0,200})?>([^<>]{1,100})<\/su[bp]>/gi

const IMAGE_ATTRIBUTES = new Set(['src', 'width', 'height'])

/** Address of the first picture of an HTML fragment, as written, pixels that count readers left out. */
export function findFirstImage(html: string): string {
  if (!/<img/i.test(html)) return ''
  let found = ''
  const listener = {
    open(name: string, { width, height, src = '' }: Readonly<Record<string, string>>) {
      if (name !== 'img' || found !== '') return
      const isPixel = /^[01](?:px)?$/.test(width ?? height ?? '')
      const address = src.trim()
      if (!isPixel && !address.startsWith('data:')) found = address
    },
    text() {},
    close() {},
  }
  readHtml(html, listener, {
    wantsAttribute: (name) => IMAGE_ATTRIBUTES.has(name),
    isEnough: () => found !== '',
  })
  return found
}
