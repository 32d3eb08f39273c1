import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lostText } from '../../support/pdf-conservation.ts'
import { readPdf } from '../../support/read-pdf.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/pdf/producers')
const files = readdirSync(FOLDER).toSorted()
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, name)))

describe('documents of many producers', () => {
  test.each(files)('%s loses no letter or digit', async (name) => {
    const result = await readPdf(read(name))
    expect(await lostText(read(name), result)).toBe('')
  })

  test.each(files.filter((name) => name.includes('rows-')))(
    '%s has its 200 rows in order',
    async (name) => {
      const { markdown } = await readPdf(read(name))
      const rows = Array.from(markdown.matchAll(/\br(\d+)k\b/g), ([, row]) => Number(row))
      expect(rows).toEqual(Array.from({ length: 200 }, (_, row) => row))
      expect(markdown).not.toContain('all rights')
    },
  )

  // Plain text has no cells, and cairo was told to draw over the next one.
  const statements = files.filter((name) => /(?<!enscript|cairo)\.statement-/.test(name))
  test.each(statements)('%s keeps its amounts in their columns', async (name) => {
    const { markdown } = await readPdf(read(name))
    const rows = markdown.match(/^\| 2026-\d\d-\d\d \| [a-z ]+ r\d+k \|(?: [\d.]* \|){3}$/gm) ?? []
    const both = rows.filter((row) => !/\|  \|/.test(row))
    expect(rows.length).toBeGreaterThanOrEqual(75)
    expect(both).toEqual([])
  })
})
