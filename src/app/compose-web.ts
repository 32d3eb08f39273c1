import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadWebFiles } from '../http/routes/page.ts'
import { once } from '../lib/once.ts'

/** Where the package has the page for people, beside its program. */
const PACKAGED = join(import.meta.dirname, 'web')

/** What makes it, in a checkout. Named by its address: no package holds it. */
const BUILDER = new URL('../../scripts/web.ts', import.meta.url)

/** The page for people: that of the package, or made of its source when the first browser asks for it. */
export function composeWeb(): LoadWebFiles {
  return once(async () => {
    if (existsSync(PACKAGED)) return readFiles(PACKAGED)
    if (!existsSync(BUILDER)) return undefined
    const { buildPage } = (await import(BUILDER.href)) as {
      buildPage(): Promise<{ files: ReadonlyMap<string, string> }>
    }
    return (await buildPage()).files
  })
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const name of await readdir(folder)) {
    const encoding = name.endsWith('.png') ? 'base64' : 'utf8'
    files.set(name, await readFile(join(folder, name), encoding))
  }
  return files
}
