import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'

/** Counts the items of lists as a browser does. */
export class ListNumbers {
  /** The number that comes next in each list that counts. */
  readonly #numbers = new Map<ElementNode, { next: number; step: number }>()

  /** Begins to count the items of a list. */
  begin(list: ElementNode): void {
    this.#numbers.set(list, numbering(list))
  }

  /** The number of an item as a browser shows it; undefined outside of lists that count. */
  count({ parent, attributes }: ElementNode): number | undefined {
    const numbers = parent && this.#numbers.get(parent)
    if (!numbers) return undefined
    const own = Number.parseInt(attributes['value'] ?? '', 10)
    const number = Number.isNaN(own) ? numbers.next : own
    numbers.next = number + numbers.step
    return number
  }
}

/** Where a list begins to count, and whether it counts down. */
function numbering({ attributes, first }: ElementNode): { next: number; step: number } {
  const start = Number.parseInt(attributes['start'] ?? '', 10)
  const isReversed = attributes['reversed'] !== undefined
  return {
    next: Number.isNaN(start) ? (isReversed ? itemsOf(first) : 1) : start,
    step: isReversed ? -1 : 1,
  }
}

function itemsOf(first: TreeNode | undefined): number {
  let items = 0
  for (let child = first; child; child = child.next) {
    if (!child.isText && child.name === 'li') items += 1
  }
  return items
}
