import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPdf } from '../../../../src/pdf/file/document.ts'
import { Fonts } from '../../../../src/pdf/glyphs/fonts.ts'
import { type Item, readItems } from '../../../../src/pdf/glyphs/text-items.ts'
import { pdfOf } from '../../../support/pdf.ts'

const FOLDER = join(import.meta.dirname, '../../../fixtures/pdf/producers')
/** pdf.js itself turns text from right to left, which is done later here. */
const files = readdirSync(FOLDER).filter((name) => !/\.(?:ar|fa|he)-/.test(name))

interface Peer {
  str?: string
  transform?: number[]
  width?: number
  hasEOL?: boolean
  type?: string
  id?: string | null
  tag?: string | null
}

async function bothOf(bytes: Uint8Array): Promise<{ ours: string[]; theirs: string[] }> {
  const { pdf, operators, close } = await openPdf(bytes)
  const page = await pdf.getPage(1)
  const theirs = (await page.getTextContent({ includeMarkedContent: true })).items as Peer[]
  const list = await page.getOperatorList()
  const fonts = new Fonts()
  fonts.use(page)
  const idStart = `p${page.ref?.num}R_mc`
  const ours = readItems(list, { operators, fonts, texts: [], view: page.view, idStart })
  await close()
  return { ours: ours.map(lineOf), theirs: theirs.map(lineOf) }
}

/** What matters of an item: places to a point, since half of the numbers have seven digits only. */
function lineOf(item: Peer | Item): string {
  if (!('str' in item))
    return `${item.type?.replace(/Marked.*$/, '')} ${item.tag ?? ''} ${item.id ?? ''}`
  const { str = '', transform = [], width = 0, hasEOL } = item
  const blank = `${str}|${String(hasEOL)}`
  if (str.trim() === '') return blank
  const numbers = [transform[4], transform[5], width].map((one) => Math.round(one ?? 0))
  return `${blank}|${numbers.join(' ')}`
}

test.each(files)('%s reads like pdf.js reads it once more', async (name) => {
  const { ours, theirs } = await bothOf(new Uint8Array(readFileSync(join(FOLDER, name))))
  const others = theirs.filter((line, index) => line !== ours[index])
  expect(ours).toHaveLength(theirs.length)
  // A number that is halfway between two is rounded either way.
  expect(others.length).toBeLessThanOrEqual(theirs.length * 0.02)
})

test.each([
  [
    'spaces between characters and words',
    '/sans 12 Tf 3 Tc 5 Tw 72 700 Td (ab cd) Tj 40 0 Td (ef) Tj',
  ],
  ['a string in pieces', '/sans 12 Tf 72 700 Td [(ab) -50 (cd) -300 (ef) -2000 (gh)] TJ'],
  ['narrow and raised', '/sans 12 Tf 50 Tz 72 700 Td (half) Tj 5 Ts (up) Tj 0 Ts (down) Tj'],
  [
    'lines of a paragraph',
    '/sans 12 Tf 14 TL 72 700 Td (one) Tj T* (two) Tj (three) \' 1 2 (four) "',
  ],
  ['turned by 90 degrees', '/sans 12 Tf 0 1 -1 0 300 300 Tm (up the page) Tj ( and on) Tj'],
  ['turned by 180 degrees', '/sans 12 Tf -1 0 0 -1 300 300 Tm (upside) Tj ( down) Tj'],
  ['turned a little', '/sans 12 Tf .9 .1 -.1 .9 100 300 Tm (not quite) Tj ( straight) Tj'],
  ['larger by the matrix', '/sans 1 Tf 12 0 0 12 72 700 Tm (scaled) Tj 2 0 Td (text) Tj'],
  ['back on the line', '/sans 12 Tf 200 700 Td (right) Tj -100 0 Td (left) Tj'],
  ['outside of the page', '/sans 12 Tf 900 700 Td (unseen) Tj -800 0 Td (seen) Tj'],
  [
    'marked',
    '/Span <</MCID 3>> BDC /sans 12 Tf 72 700 Td (in) Tj EMC /P BMC (out) Tj EMC EMC (end) Tj',
  ],
  [
    'saved and restored',
    '/sans 12 Tf 72 700 Td (a) Tj ET q 2 0 0 2 0 0 cm BT /bold 12 Tf 72 300 Td (b) Tj ET Q BT 72 600 Td (c) Tj',
  ],
])('%s is read like pdf.js reads it once more', async (_, ops) => {
  const { ours, theirs } = await bothOf(pdfOf([`BT ${ops} ET`]))
  expect(ours).toEqual(theirs)
  expect(ours.length).toBeGreaterThan(0)
})
