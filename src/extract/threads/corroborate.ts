import type { Regions } from './region.ts'

/** Attributes in which a post repeats who wrote it: of pictures, links and buttons. */
const REPEATING = ['alt', 'title', 'aria-label', 'data-user', 'data-username', 'data-name']
const VALUE_MAX_CHARS = 120
const NODES_MAX_COUNT = 400
/** Shorter names are in other texts by chance. */
const NAME_MIN_CHARS = 2

/** Whether an attribute in a post says a name as well: the picture of whoever wrote it, a link to them, a button to answer them. */
export function isRepeatedIn(
  { nodes, pieces, ownerOf }: Regions,
  owner: number,
  name: string,
): boolean {
  if (name.length < NAME_MIN_CHARS) return false
  const { start, end } = pieces[owner]!
  const last = Math.min(end, start + NODES_MAX_COUNT)
  for (let id = start; id < last; id += 1) {
    const node = nodes[id]!
    if (node.isText || ownerOf[id] !== owner) continue
    for (const key of REPEATING) {
      const value = node.attributes[key]
      if (value !== undefined && value.length <= VALUE_MAX_CHARS && says(value, name)) return true
    }
  }
  return false
}

function says(value: string, name: string): boolean {
  const at = value.indexOf(name)
  if (at === -1) return false
  return !isLetter(value[at - 1]) && !isLetter(value[at + name.length])
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
}
