import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unpackedFolder } from '../../../bench/data.ts'
import { generatedFolder } from '../../../bench/pdf/generate.ts'
import exceptions from '../../fixtures/pdf/pdftotext-exceptions.json' with { type: 'json' }
import { systemProgram } from '../../support/debian.ts'
import { lostText, missingText } from '../../support/pdf-conservation.ts'
import { readWithPdftotext } from '../../support/pdftotext.ts'
import { readPdf } from '../../support/read-pdf.ts'

/** Of all files, the share that may be an exception. */
const EXCEPTIONS_MAX_SHARE = 0.02
const DOCUMENT_TIME = 60_000
const reasons: Readonly<Record<string, string>> = exceptions

/** What was printed by `npm run corpus`, and the odd files of the development data: by a name that is the same everywhere. */
async function corpus(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const add = (kind: string, folder: string): void => {
    if (!existsSync(folder)) return
    for (const name of readdirSync(folder).toSorted()) {
      if (name.endsWith('.pdf')) found.set(`${kind}/${name}`, join(folder, name))
    }
  }
  const generated = generatedFolder()
  if (existsSync(generated)) {
    for (const producer of readdirSync(generated)) add(producer, join(generated, producer))
  } else console.error('SKIPPED generated documents: npm run corpus prints them.')
  const data = await unpackedFolder('formats/dev.tar.xz').catch(() => undefined)
  if (data === undefined)
    console.error('SKIPPED odd documents: docs/benchmarks.md says how to get them.')
  else for (const kind of ['pdf-small', 'pdf-corpus']) add(kind, join(data, kind))
  return found
}

const files = await corpus()

describe.skipIf(files.size === 0)('beside pdftotext', () => {
  const pdftotext = systemProgram('pdftotext', 'poppler-utils')
  const unlisted = [...files].filter(([name]) => reasons[name] === undefined)

  test.each(unlisted)(
    '%s loses no letter or digit',
    async (_name, file) => {
      const bytes = new Uint8Array(readFileSync(file))
      const output = await readPdf(new Uint8Array(bytes)).catch(() => undefined)
      // A file that is refused has lost nothing in silence.
      if (!output) return
      expect(await lostText(bytes, output)).toBe('')
      expect(missingText([readWithPdftotext(pdftotext, file)], output)).toBe('')
    },
    DOCUMENT_TIME,
  )

  test('exceptions are few, and each has its reason', () => {
    const listed = [...files.keys()].filter((name) => reasons[name] !== undefined)
    expect(listed.length).toBeLessThanOrEqual(files.size * EXCEPTIONS_MAX_SHARE)
    expect(Object.values(reasons).filter((reason) => reason.length < 10)).toEqual([])
  })
})
