import { linkNodes, type ElementNode, type TreeNode } from './node.ts'

const PLACE_ID = /^B:([\da-f]{1,4})$/
const PART_ID_START = 'S:'.length

/** Parts of a page that React streams after it, and the places that scripts put them in. */
export class StreamedParts {
  readonly #places = new Map<string, ElementNode>()
  readonly #parts = new Map<string, ElementNode>()

  /** Records the template of a place; the first one of a name counts. */
  addPlace(element: ElementNode): void {
    const name = nameOfPlace(element.attributes['id'])
    if (name !== undefined && !this.#places.has(name)) this.#places.set(name, element)
  }

  /** Records a part that comes later, by its `S:` id. */
  addPart(element: ElementNode): void {
    const name = element.attributes['id']!.slice(PART_ID_START)
    if (!this.#parts.has(name)) this.#parts.set(name, element)
  }

  /**
   * Puts parts in their places. Those that wait for a place in another part stay where they are, so that the page gets at most
   * twice as deep; templates go.
   */
  settle(nodes: TreeNode[]): void {
    if (this.#places.size === 0) return
    const moved = new Map<TreeNode, ElementNode>()
    const outermost = outermostOf(this.#parts, nodes)
    for (const [name, part] of outermost) {
      const place = this.#places.get(name)
      const isThere = place !== undefined && nodes[place.id] === place && place.id < part.id
      if (isThere && !isInside(place, outermost)) moved.set(place, part)
    }
    const away = new Set<TreeNode>(moved.values())
    const placed: TreeNode[] = []
    const place = (from: number, to: number): void => {
      for (let id = from; id < to; id += 1) if (!isPlace(nodes[id]!)) placed.push(nodes[id]!)
    }
    for (let id = 0; id < nodes.length;) {
      const node = nodes[id]!
      const part = moved.get(node)
      if (part) {
        part.parent = node.parent
        place(part.id, part.end)
      }
      const isAway = !node.isText && away.has(node)
      if (!isAway) place(id, id + 1)
      id = isAway ? node.end : id + 1
    }
    placed.forEach((node, id) => (nodes[id] = node))
    nodes.length = placed.length
    linkNodes(nodes)
  }
}

type Parts = ReadonlyMap<string, ElementNode>

/** The parts that are on the page and in no other one. */
function outermostOf(parts: Parts, nodes: readonly TreeNode[]): Map<string, ElementNode> {
  let end = 0
  const outermost = new Map<string, ElementNode>()
  for (const [name, part] of parts) {
    if (nodes[part.id] !== part || part.id < end) continue
    outermost.set(name, part)
    end = part.end
  }
  return outermost
}

function isInside({ parent }: ElementNode, parts: Parts): boolean {
  for (let at = parent; at; at = at.parent) {
    const id = at.attributes['id']
    if (id !== undefined && parts.get(id.slice(PART_ID_START)) === at) return true
  }
  return false
}

/** Only templates of places are in the tree. */
function isPlace(node: TreeNode): boolean {
  return !node.isText && node.name === 'template'
}

/** The name of the place that an id stands for; undefined for any other id. */
export function nameOfPlace(id: string | undefined): string | undefined {
  return id === undefined ? undefined : PLACE_ID.exec(id)?.[1]
}
