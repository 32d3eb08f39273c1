import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { asksForConsent, CONSENT_WORDS } from './around-content.ts'
import { LEGAL } from './empty-words.ts'
import type { VisibleBlock, VisiblePage } from './visible-blocks.ts'

/** Letters of questions for consent, at least, and their share of what stands with them. */
const CONSENT_MIN_LETTERS = 25
const CONSENT_MIN_SHARE = 2 / 3
/** Who only asks for consent shows no more than a short menu. */
const AROUND_CONSENT_MAX_LETTERS = 600
/** Elements around a line that are asked whether they are such a question, and how many of a page. */
const BOX_MAX_STEPS = 8
const BOXES_MAX_COUNT = 200

/** Tells lines that ask for consent to cookies and the like, by their words or the element around them. */
export class ConsentQuestions {
  readonly #nodes: readonly TreeNode[]
  readonly #boxes = new Map<ElementNode, boolean>()

  constructor(nodes: readonly TreeNode[]) {
    this.#nodes = nodes
  }

  /** Whether a line asks. */
  has({ around, text }: VisibleBlock): boolean {
    if (CONSENT_WORDS.test(text)) return true
    let element: ElementNode | undefined = around
    for (let step = 0; step < BOX_MAX_STEPS && element?.parent; step += 1) {
      if (this.#isBox(element)) return true
      element = element.parent
    }
    return false
  }

  #isBox(element: ElementNode): boolean {
    const known = this.#boxes.get(element)
    if (known !== undefined) return known
    const isBox = this.#boxes.size < BOXES_MAX_COUNT && asksForConsent(element, this.#nodes)
    this.#boxes.set(element, isBox)
    return isBox
  }
}

/**
 * Whether all that a page says is a question for consent, with what it is answered with: beside it stand menus and the like only,
 * and with it little else.
 */
export function asksOnly(
  { blocks, controls }: VisiblePage,
  questions: ConsentQuestions,
  isOfSite: (block: VisibleBlock) => boolean,
): boolean {
  const asking = new Set(
    blocks.filter(
      (block) =>
        block.letters > 2 * block.linked && !LEGAL.test(block.text) && questions.has(block),
    ),
  )
  const [first] = asking
  const wall = first && elementWith(first, [...asking].at(-1)!, controls)
  if (wall === undefined) return false
  let consent = 0
  let others = 0
  let around = 0
  for (const block of blocks) {
    const plain = block.letters - block.linked
    const isInWall = block.from > wall.id && block.from < wall.end
    if (asking.has(block)) consent += plain
    else if (isInWall) others += isOfSite(block) ? 0 : plain
    else if (plain > 0 && !block.isAround && !LEGAL.test(block.text) && !isOfSite(block)) {
      return false
    } else around += block.letters
  }
  return (
    around <= AROUND_CONSENT_MAX_LETTERS &&
    consent >= CONSENT_MIN_LETTERS &&
    consent >= CONSENT_MIN_SHARE * (consent + others)
  )
}

/** The smallest element that holds two blocks and a control. */
function elementWith(
  first: VisibleBlock,
  last: VisibleBlock,
  controls: readonly number[],
): ElementNode | undefined {
  let element: ElementNode | undefined = first.around
  while (element) {
    const { id, end } = element
    if (last.to < end && controls.some((control) => control > id && control < end)) return element
    element = element.parent
  }
  return undefined
}
