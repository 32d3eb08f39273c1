import { isPlainLine } from '../lib/text.ts'

/** Longest name of a file within another one that is shown or asked for. */
const INNER_NAME_MAX_CHARS = 1_000

/** Whether a name within an archive can be shown and asked for as it is: it leads nowhere else, and holds nothing invisible. */
export function isPlainName(name: string): boolean {
  return (
    name.length <= INNER_NAME_MAX_CHARS &&
    isPlainLine(name) &&
    name.split('/').every((step) => !/^(?:|\.|\.\.)$/.test(step))
  )
}
