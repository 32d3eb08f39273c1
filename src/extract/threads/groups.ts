import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { namesOf, type Names } from './names.ts'
import type { Piece } from './thread.ts'

/** Elements between a post and the group of posts that it stands in. */
const LEVELS_MAX_COUNT = 4

/**
 * Who wrote each post, where chats show a name over the first one of a group only: a post without name in a group is of whoever wrote
 * the one before it there. A group is one of several that are called alike, each of which names somebody.
 */
export function continuedAuthors(
  nodes: readonly TreeNode[],
  pieces: readonly Piece[],
  authors: readonly string[],
): string[] {
  const all = [...authors]
  if (!authors.includes('')) return all
  const counts = new Map<ElementNode, Map<Names, number>>()
  const namedIn = new Map<ElementNode, number>()
  pieces.forEach(({ start }, index) => {
    if (authors[index] === '') return
    for (const around of groupsAround(nodes[start]!)) {
      const known = namedIn.get(around) ?? 0
      namedIn.set(around, known + 1)
      if (known > 0) continue
      const alike = counts.get(around.parent!) ?? new Map<Names, number>()
      counts.set(around.parent!, alike.set(namesOf(around), (alike.get(namesOf(around)) ?? 0) + 1))
    }
  })
  for (let index = 1; index < pieces.length; index += 1) {
    const before = pieces[index - 1]!
    if (all[index] !== '' || all[index - 1] === '' || pieces[index]!.start < before.end) continue
    const group = groupsAround(nodes[pieces[index]!.start]!).find(({ id }) => id < before.start)
    if (!group || namedIn.get(group) !== 1 || namesOf(group).classes.length === 0) continue
    if ((counts.get(group.parent!)?.get(namesOf(group)) ?? 0) > 1) all[index] = all[index - 1]!
  }
  return all
}

function groupsAround({ parent }: TreeNode): ElementNode[] {
  const groups: ElementNode[] = []
  let at = parent
  for (let level = 0; level < LEVELS_MAX_COUNT && at?.parent; level += 1, at = at.parent) {
    groups.push(at)
  }
  return groups
}
