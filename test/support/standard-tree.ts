import { type DefaultTreeAdapterTypes, parse, type Token } from 'parse5'

/** The start or the end of an element of a tree, or text in it. */
export interface TreeEvent {
  /** Undefined: text. */
  readonly name: string | undefined
  readonly attributes: readonly Token.Attribute[]
  readonly text: string
  readonly isEnd: boolean
}

const SKELETON = new Set(['html', 'head', 'body'])

/** What a parser that follows the HTML standard to the letter makes of the body of a document, where no scripts run. */
export function standardTree(html: string): TreeEvent[] {
  return [...eventsIn(parse(`<!doctype html><body>${html}`, { scriptingEnabled: false }))]
}

function* eventsIn(parent: DefaultTreeAdapterTypes.ParentNode): Generator<TreeEvent> {
  const { childNodes } = 'content' in parent ? parent.content : parent
  for (const node of childNodes) {
    if ('value' in node) yield { name: undefined, attributes: [], text: node.value, isEnd: false }
    if (!('tagName' in node)) continue
    if (SKELETON.has(node.tagName)) {
      yield* eventsIn(node)
      continue
    }
    const event = { name: node.tagName.toLowerCase(), attributes: node.attrs, text: '' }
    yield { ...event, isEnd: false }
    yield* eventsIn(node)
    yield { ...event, isEnd: true }
  }
}
