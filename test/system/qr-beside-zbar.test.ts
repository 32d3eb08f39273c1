import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { qrJob } from '../../src/qr/qr-job.ts'
import { systemProgram } from '../support/debian.ts'
import { bytesOf, textsOfScripts } from '../support/qr-readers.ts'

const run = promisify(execFile)
/** Stands behind each text, since texts have line breaks of their own. */
const END = '\u241E'

test('zbar, which guesses character sets that are not named, reads texts of all scripts', async () => {
  const zbarimg = systemProgram('zbarimg', 'zbar-tools')
  const folder = await mkdtemp(join(tmpdir(), 'qr-'))
  try {
    const texts = textsOfScripts()
    const files = await Promise.all(
      texts.map(async (text, at) => {
        const file = join(folder, `${String(at).padStart(4, '0')}.png`)
        const { dataUrl } = await qrJob({ text: text + END, format: 'png' })
        await writeFile(file, bytesOf(dataUrl))
        return file
      }),
    )
    const { stdout } = await run(zbarimg, ['-q', '--raw', ...files])
    expect(stdout.split(`${END}\n`).slice(0, -1)).toEqual(texts)
  } finally {
    await rm(folder, { recursive: true })
  }
})
