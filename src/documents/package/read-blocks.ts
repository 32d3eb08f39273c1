import { readXml, type XmlElement } from './read-xml.ts'

/** Receives the blocks of a text: what holds blocks as it opens and closes, and each block with all that is in it. */
export interface BlockListener {
  /** Whether an element is read whole. */
  isBlock(name: string): boolean
  open(name: string, attributes: ReadonlyMap<string, string>): void
  block(element: XmlElement): void
  close(name: string): void
}

/** Reads a text block by block: only one is in memory at a time, however large the document is. */
export function readBlocks(source: string, listener: BlockListener): void {
  const taken: XmlElement[] = []
  readXml(source, {
    open(name, attributes) {
      const parent = taken.at(-1)
      if (!parent && !listener.isBlock(name)) {
        listener.open(name, attributes)
        return
      }
      const element: XmlElement = { name, attributes, children: [] }
      parent?.children.push(element)
      taken.push(element)
    },
    text(text) {
      taken.at(-1)?.children.push(text)
    },
    close(name) {
      const element = taken.pop()
      if (!element) listener.close(name)
      else if (taken.length === 0) listener.block(element)
    },
  })
}

/** Reads the blocks of what has been read already, such as those of a text box. */
export function replayBlocks(
  children: readonly (XmlElement | string)[],
  listener: BlockListener,
): void {
  for (const child of children) {
    if (typeof child === 'string') continue
    if (listener.isBlock(child.name)) {
      listener.block(child)
      continue
    }
    listener.open(child.name, child.attributes)
    replayBlocks(child.children, listener)
    listener.close(child.name)
  }
}
