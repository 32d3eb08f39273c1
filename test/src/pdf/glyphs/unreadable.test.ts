import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import { readPdf } from '../../../support/read-pdf.ts'

const FOLDER = join(import.meta.dirname, '../../../fixtures/pdf/producers')
const KEY = '/ToUnicode'
/** A document of a program, and the same without what its fonts say of their characters. */
interface Pair {
  name: string
  whole: Uint8Array
  bare: Uint8Array
}

const pairs = readdirSync(FOLDER).flatMap((name): Pair[] => {
  const whole = readFileSync(join(FOLDER, name))
  const content = whole.toString('latin1')
  if (!content.includes(KEY)) return []
  const bare = Buffer.from(content.replaceAll(KEY, '/ToUnicodX'), 'latin1')
  return [{ name, whole: new Uint8Array(whole), bare: new Uint8Array(bare) }]
})
/** One of fonts by number, one of fonts that count their glyphs, and one of fonts with names of glyphs. */
const few = pairs.filter(({ name }) => /^(?:weasyprint|calc|groff-ms)\.\w+-[12]/.test(name))

/** Words that a document without the character names of its fonts is read with, and that the whole one does not have. */
async function garbageOf({ whole, bare }: Pair): Promise<string[]> {
  const { markdown } = await readPdf(whole)
  const read = await readPdf(bare).catch((error: unknown) => error as OperationError)
  if (read instanceof OperationError)
    return read.fields?.['reason'] === 'no_unicode' ? [] : [read.message]
  return (read.markdown.match(/[^\s|*#`\\-]+/g) ?? []).filter((word) => !markdown.includes(word))
}

describe('where fonts do not say what their glyphs are, nothing is read that is not there:', () => {
  test.each(few)('$name', async (pair) => {
    expect(await garbageOf(pair)).toEqual([])
  })

  test('all programs', { tags: 'full' }, async () => {
    expect(pairs.length).toBeGreaterThan(20)
    for (const pair of pairs) expect([pair.name, ...(await garbageOf(pair))]).toEqual([pair.name])
  })
})

test('names of glyphs are enough', async () => {
  const named = pairs.find(({ name }) => name.startsWith('groff-ms.rows'))
  const { pagesUnreadable, markdown } = await readPdf(named?.bare ?? new Uint8Array())
  expect(pagesUnreadable).toEqual([])
  expect(markdown).toContain('2026-01-01 signal harbour r0k')
})

const TEXT = 'the harbour master wrote that no ship had come in since the storm'
const OTHER = 'Everybody reads this line'

/** A document whose second font has drawings for glyphs, named as given, in the order in which they come first. */
function drawnDocument(nameOf: (index: number) => string, firstCode: number): Uint8Array {
  const letters = [...new Set(TEXT.replaceAll(' ', ''))]
  const codes = Array.from(TEXT, (char) => (char === ' ' ? ' ' : firstCode + letters.indexOf(char)))
  const hex = codes
    .map((code) => (typeof code === 'string' ? 0xfe : code).toString(16).padStart(2, '0'))
    .join('')
  const names = letters.map((_, index) => `/${nameOf(index)}`)
  const widths = Array.from({ length: 255 - firstCode }, () => 500).join(' ')
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</A 5 0 R /B 6 0 R>>>>>>',
    streamOf(`BT /A 10 Tf 72 760 Td (${OTHER}) Tj ET BT /B 10 Tf 72 700 Td <${hex}> Tj ET`),
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>',
    `<</Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [.001 0 0 .001 0 0] /FirstChar ${firstCode} /LastChar 254 /Widths [${widths}] ` +
      `/Encoding <</Type /Encoding /Differences [${firstCode} ${names.join(' ')} 254 /space]>> ` +
      `/CharProcs <<${names.map((name) => `${name} 7 0 R`).join(' ')} /space 7 0 R>> /Resources <<>>>>`,
    streamOf('500 0 0 0 500 700 d1 0 0 400 600 re f'),
  ]
  let content = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = content.length
    content += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  content += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}trailer\n<</Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${content.lastIndexOf('endobj') + 7}\n%%EOF\n`
  return new Uint8Array(Buffer.from(content, 'latin1'))
}

function streamOf(content: string): string {
  return `<</Length ${content.length}>>\nstream\n${content}\nendstream`
}

test.each([
  ['by number', (index: number) => `g${index + 1}`, 1],
  ['by number, from the first sign on', (index: number) => `g${index + 33}`, 33],
  ['in hexadecimal', (index: number) => `g${(index + 33).toString(16).toUpperCase()}`, 33],
] as const)('drawings of glyphs that are named %s are no text', async (_, nameOf, firstCode) => {
  const { markdown, pagesUnreadable, unreadableShare } = await readPdf(
    drawnDocument(nameOf, firstCode),
  )
  expect(markdown).toBe(OTHER)
  expect(pagesUnreadable).toMatchObject([{ page: 1, reason: 'no_unicode' }])
  expect(unreadableShare).toBeGreaterThan(0.5)
})
