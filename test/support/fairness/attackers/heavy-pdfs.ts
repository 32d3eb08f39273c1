import { hostilePaths } from '../hostile-pages.ts'
import { type Attack, repeat } from './attack.ts'

const AT_ONCE = 64

/** Reads PDFs of up to 49 MB, and small ones of many pages, 64 at once. */
export const start: Attack = async (target, signal) => {
  const paths = hostilePaths('/pdf/')
  return repeat(target, signal, AT_ONCE, async (caller, n) => {
    const url = `${target.origin}${paths[n % paths.length]}?${n}`
    return caller.call('/pdf-to-markdown', { url }, { signal })
  })
}
