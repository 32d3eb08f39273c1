import { hostilePaths } from '../hostile-pages.ts'
import { type Attack, repeat } from './attack.ts'

const AT_ONCE = 32

/** Pages, feeds and PDFs that are deep, unpack to much, or are far larger inside than outside. */
export const start: Attack = async (target, signal) => {
  const bombs = [
    ...hostilePaths('/html/').map((path) => ['/extract', path] as const),
    ...hostilePaths('/xml/').map((path) => ['/rss-to-json', path] as const),
    ...hostilePaths('/pdf/inflating').map((path) => ['/pdf-to-markdown', path] as const),
  ]
  return repeat(target, signal, AT_ONCE, async (caller, n) => {
    const [route, path] = bombs[n % bombs.length]!
    return caller.call(route, { url: `${target.origin}${path}?${n}` }, { signal })
  })
}
