import { ElementReader } from '../../../markup/html/read-html.ts'
import { ATTRIBUTE_MAX_CHARS, tokenize } from '../../../markup/html/tokens/tokenize.ts'
import type { PageScan } from './page-scan.ts'
import { valueNames } from './scan-rules.ts'
import { Scanner } from './scan.ts'

/** Deeper documents are read only to that point: no real page comes near. */
const DEPTH_MAX = 3000

/** The attributes that the scanner looks at. */
const READ = new Set([
  ...valueNames,
  ...'aria-hidden class data-testid hidden href http-equiv id itemprop itemtype lang media name property pubdate rel role sizes style type value xml:lang'.split(
    ' ',
  ),
])

/** A scan of a page, and what is to be told of its tokens. */
export function startScan(): { scanner: Scanner; sink: ElementReader } {
  const scanner = new Scanner()
  const options = {
    wantsAttribute: (name: string) => READ.has(name),
    attributeMaxChars: ATTRIBUTE_MAX_CHARS,
    depthMax: DEPTH_MAX,
  }
  return { scanner, sink: new ElementReader(scanner, options) }
}

/** Reads the HTML once, front to back, without building a tree. */
export function scanPage(html: string): PageScan {
  const { scanner, sink } = startScan()
  tokenize(html, sink)
  return scanner.end()
}
