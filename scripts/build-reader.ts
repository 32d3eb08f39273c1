import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')

/** The scripts that look at a page of the browser and write it, as they are shipped. */
export const READER_FILE = join(root, 'src/browser/page/reader.json')

/** Builds the entries of `web/reader` into one script each, which leaves its functions in a name. */
export async function buildReader(): Promise<string> {
  const scripts = {
    script: await build('write', 'reader'),
    look: await build('look', 'looker'),
    open: await build('open', 'opener'),
  }
  return `${JSON.stringify(scripts, undefined, 2)}\n`
}

async function build(entry: string, name: string): Promise<string> {
  const input = join(root, `web/reader/${entry}.ts`)
  await using built = await rolldown({ input, platform: 'browser' })
  const { output } = await built.generate({
    format: 'iife',
    name,
    minify: true,
    codeSplitting: false,
  })
  return output[0].code.trim()
}

if (import.meta.main) writeFileSync(READER_FILE, await buildReader())
