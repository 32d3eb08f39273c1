import type { DocumentWriter } from '../document-writer.ts'
import { childrenOf, findChild, innerText, type XmlElement } from './read-xml.ts'

/** Points of a diagram within each other. */
const LEVELS_MAX_COUNT = 20

/** Writes a diagram (SmartArt) as a list, by the tree of its data model (ECMA-376 part 1, 21.4.3). Whether it has any text. */
export function writeDiagram(model: XmlElement | undefined, out: DocumentWriter): boolean {
  const points = childrenOf(findChild(model, 'dgm:ptLst'), 'dgm:pt')
  const texts = new Map(
    points
      .filter(({ attributes }) => /^(?:node|asst|doc)?$/.test(attributes.get('type') ?? ''))
      .map((point) => [
        point.attributes.get('modelId') ?? '',
        childrenOf(findChild(point, 'dgm:t'), 'a:p')
          .map(innerText)
          .join(' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ]),
  )
  const within = new Map<string, { order: number; to: string }[]>()
  const inner = new Set<string>()
  for (const { attributes } of childrenOf(findChild(model, 'dgm:cxnLst'), 'dgm:cxn')) {
    if ((attributes.get('type') ?? 'parOf') !== 'parOf') continue
    const [from = '', to = ''] = [attributes.get('srcId'), attributes.get('destId')]
    const order = Number(attributes.get('srcOrd')) || 0
    const beside = within.get(from)
    if (beside) beside.push({ order, to })
    else within.set(from, [{ order, to }])
    inner.add(to)
  }
  if (![...texts.values()].some((text) => text !== '')) return false
  const written = new Set<string>()
  write(
    [...texts.keys()].filter((id) => !inner.has(id)),
    0,
  )
  // What only stands in circles stands in no list above.
  write(
    [...texts.keys()].filter((id) => !written.has(id)),
    0,
  )
  return true

  function write(ids: readonly string[], level: number): void {
    const left = ids.filter((id) => texts.has(id) && !written.has(id))
    if (left.length === 0 || level > LEVELS_MAX_COUNT) return
    const isTop = left.every((id) => texts.get(id) === '')
    if (!isTop) out.open('ul')
    for (const id of left) {
      if (written.has(id)) continue
      written.add(id)
      if (!isTop) {
        out.open('li')
        out.text(texts.get(id)!)
      }
      const next = within.get(id) ?? []
      write(
        next.toSorted((a, b) => a.order - b.order).map(({ to }) => to),
        level + 1,
      )
      if (!isTop) out.close('li')
    }
    if (!isTop) out.close('ul')
  }
}
