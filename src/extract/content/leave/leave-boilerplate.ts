import { ClassPattern } from '../../../markup/html/tree/class-names.ts'
import { type ElementNode, isCalledLike } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import type { Block } from '../features/block.ts'

/** Share of links from which on a block before the title of a page belongs to a menu. */
const MENU_MIN_LINK_SHARE = 0.9
/** Length of a part, as a multiple of all else, from which on it is the content. */
const BESIDE_MAX_TIMES = 1
/** Names, whole, of what stands beside the content of a page that does not describe itself. */
const BESIDE_NAMES = new ClassPattern(
  /(?:^|[\s_-])(?:navbar|navigation|menubar|footer|sidebar|share|sharing|newsletter|related|respond)(?:$|[\s_-])/i,
)
/** Names of what stands beside the content that sections of a text may have as well. */
const MAY_BE_SECTION = new ClassPattern(/(?:^|[\s_-])related(?:$|[\s_-])/i)
/** Paragraphs right inside of a part called so, from this length on, make it a section. */
const PARAGRAPH_MIN_CHARS = 80

/**
 * Leaves out menus before the title of a page, and parts named like things beside the content, unless these are most of what would
 * be kept.
 */
export function leaveOutBoilerplate({ blocks }: PageSignals, keeps: Uint8Array): void {
  const named = new Map<ElementNode, boolean>()
  const sections = sectionsAmong(blocks)
  const title = blocks.findIndex(({ owner }, index) => keeps[index] === 1 && isTitle(owner))
  const drops: number[] = []
  let chars = 0
  let others = 0
  blocks.forEach((block, index) => {
    if (keeps[index] === 0) return
    const isMenu = index < title && block.linkChars >= MENU_MIN_LINK_SHARE * block.chars
    if (isMenu || isBeside(block.owner, named, sections)) {
      drops.push(index)
      chars += block.chars
    } else others += block.chars
  })
  if (others < BESIDE_MAX_TIMES * chars) return
  for (const index of drops) keeps[index] = 0
}

/** Elements with paragraphs of their own: a section on related work has them, what stands beside the content has cards or links. */
function sectionsAmong(blocks: readonly Block[]): Set<ElementNode> {
  const sections = new Set<ElementNode>()
  for (const { owner, chars, linkChars } of blocks) {
    const { name, parent } = owner
    if (name !== 'p' || !parent || chars < PARAGRAPH_MIN_CHARS || linkChars >= chars / 2) continue
    if (isCalledLike(parent, MAY_BE_SECTION)) sections.add(parent)
  }
  return sections
}

function isTitle(owner: ElementNode): boolean {
  return owner.name === 'h1' || owner.parent?.name === 'h1'
}

function isBeside(
  owner: ElementNode,
  known: Map<ElementNode, boolean>,
  sections: ReadonlySet<ElementNode>,
): boolean {
  const path: ElementNode[] = []
  let at: ElementNode | undefined = owner
  while (at && !known.has(at)) {
    path.push(at)
    at = at.parent
  }
  let is = at !== undefined && known.get(at) === true
  for (const element of path.toReversed()) {
    is ||= !sections.has(element) && isCalledLike(element, BESIDE_NAMES)
    known.set(element, is)
  }
  return is
}
