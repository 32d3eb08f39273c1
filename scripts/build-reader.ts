import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')

/** The script that writes a page of the browser as it is shipped. */
export const READER_FILE = join(root, 'src/browser/page/reader.json')

/** Builds `web/reader` into one script, which leaves its functions in `reader`. */
export async function buildReader(): Promise<string> {
  const input = join(root, 'web/reader/write.ts')
  await using built = await rolldown({ input, platform: 'browser' })
  const { output } = await built.generate({
    format: 'iife',
    name: 'reader',
    minify: true,
    codeSplitting: false,
  })
  return `${JSON.stringify({ script: output[0].code.trim() }, undefined, 2)}\n`
}

if (import.meta.main) writeFileSync(READER_FILE, await buildReader())
