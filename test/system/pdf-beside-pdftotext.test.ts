import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemProgram } from '../support/debian.ts'
import { missingText } from '../support/pdf-conservation.ts'
import { bookDocument, rowsDocument } from '../support/pdf-rows.ts'
import { readWithPdftotext } from '../support/pdftotext.ts'
import { readPdf } from '../support/read-pdf.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/pdf/producers')
const files = readdirSync(FOLDER).toSorted()
const SEEDS = Array.from({ length: 20 }, (_, index) => 101 + index)

let pdftotext = ''
const scratch = mkdtempSync(join(tmpdir(), 'bellhop-pdftotext-'))
beforeAll(() => {
  pdftotext = systemProgram('pdftotext', 'poppler-utils')
})
afterAll(() => rmSync(scratch, { recursive: true }))

/** What pdftotext finds in a file and the product does not. */
async function missing(file: string): Promise<string> {
  const text = readWithPdftotext(pdftotext, file)
  expect(text.trim()).not.toBe('')
  return missingText([text], await readPdf(new Uint8Array(readFileSync(file))))
}

describe('every letter and digit that pdftotext finds is in the Markdown or was said to be left out', () => {
  test.each(files)('of %s', async (name) => {
    expect(await missing(join(FOLDER, name))).toBe('')
  })

  test.each(SEEDS)('of rows that fill their pages, as seed %i has them', async (seed) => {
    const file = join(scratch, `rows-${seed}.pdf`)
    writeFileSync(file, rowsDocument(seed).bytes)
    expect(await missing(file)).toBe('')
  })

  test.each([5, 24])('of a book of %i pages', async (pages) => {
    const file = join(scratch, `book-${pages}.pdf`)
    writeFileSync(file, bookDocument(pages))
    expect(await missing(file)).toBe('')
  })
})
