import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { REPOSITORY } from '../lib/repository.ts'

/** Folder of the clone that this program runs from; none where it was built. */
export const CLONE: string | undefined = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, '../..')
  : undefined

/** The words that start this very program from any folder, over stdio. */
export function startWords(): string[] {
  if (CLONE !== undefined) return ['npm', '--silent', '--prefix', CLONE, 'start']
  return [process.execPath, realpathSync(process.argv[1] ?? '')]
}

/** How people here write a command of this program. */
export function commandText(words: string): string {
  return CLONE === undefined ? `bellhop ${words}` : `npm start -- ${words}`
}

/** Where people here find a page of the documentation: in the clone, else on the web. */
export function pageAt(page: string): string {
  return CLONE === undefined
    ? `${REPOSITORY}/blob/main/${page}`
    : relative(process.cwd(), join(CLONE, page))
}
