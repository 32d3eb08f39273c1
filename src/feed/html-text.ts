import { cleanLine } from '../lib/text.ts'
import { decodeReferences } from '../markup/xml/references.ts'
import { readAttributes, scanMarkup } from '../markup/xml/scan.ts'
import { HiddenParts } from './hidden-parts.ts'

/** Elements whose inside is no text for readers, and is not read as markup either. */
export const RAW_ELEMENTS: ReadonlySet<string> = new Set(
  'script style template noscript noembed noframes iframe textarea title xmp'.split(' '),
)

/** Elements that do not part words. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

function partsWords(tag: string): boolean {
  return !INLINE.has(tag) && !RAW_ELEMENTS.has(tag)
}

/** One clean line of text of an HTML fragment, at most `maxChars` characters. */
export function htmlText(html: string, maxChars: number): string {
  if (!html.includes('<') && !html.includes('&')) return cleanLine(html, maxChars)
  let text = ''
  const hidden = new HiddenParts()
  scanMarkup(
    html,
    {
      get done() {
        // White space and what cannot be seen go yet.
        return text.length > 4 * maxChars + 1000
      },
      open(name, raw, isEmpty) {
        const tag = name.toLowerCase()
        hidden.open(tag, raw, isEmpty)
        if (partsWords(tag)) text += ' '
      },
      close(name) {
        const tag = name.toLowerCase()
        if (partsWords(tag)) text += ' '
        hidden.close(tag)
      },
      text(raw) {
        if (!hidden.isOpen) text += decodeReferences(raw)
      },
      cdata: () => {},
    },
    { rawElements: RAW_ELEMENTS },
  )
  return cleanLine(text, maxChars)
}

/** Formatting that titles carry; any other tag in a title is more likely what the title is about. */
const TITLE_TAG =
  /<\/?(?:a|abbr|b|br|cite|code|em|font|i|img|mark|q|s|small|span|strong|sub|sup|tt|u|wbr)(?:\s[^<>]{0,2000})?\/?>/gi

/** One clean line of text of an RSS title, which may or may not be HTML: `5 < 6` and `<table>` stay. */
export function titleText(title: string, maxChars: number): string {
  return cleanLine(decodeReferences(title.replaceAll(TITLE_TAG, '')), maxChars)
}

/** Address of the first picture of an HTML fragment, as written, pixels that count readers left out. */
export function findFirstImage(html: string): string {
  if (!/<img/i.test(html)) return ''
  let found = ''
  scanMarkup(
    html,
    {
      get done() {
        return found !== ''
      },
      open(name, raw) {
        if (name.toLowerCase() !== 'img') return
        const attributes = readAttributes(raw)
        const isPixel = /^[01](?:px)?$/.test(
          attributes.get('width') ?? attributes.get('height') ?? '',
        )
        const source = decodeReferences(attributes.get('src') ?? '').trim()
        if (!isPixel && !source.startsWith('data:')) found = source
      },
      close: () => {},
      text: () => {},
      cdata: () => {},
    },
    { rawElements: RAW_ELEMENTS },
  )
  return found
}
