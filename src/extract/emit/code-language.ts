import { isBoxOfCode, statedLanguage } from '../../markdown/write/code-language.ts'
import { visitNodes, type ElementNode } from '../../markup/html/tree/node.ts'

const LEVELS_MAX_COUNT = 3
const AROUND_MAX_LEVELS = 7
const LOOK_MAX_NODES = 500
/** Names that say that there is none. */
const NONE = new Set(
  'none text plain plaintext txt default auto undefined unknown nohighlight no-highlight raw notranslate highlight source code fenced'.split(
    ' ',
  ),
)

/** The language that a block of code names, or its first element, or those around it; empty for none. */
export function codeLanguage(block: ElementNode): string {
  const inside = block.name === 'pre' || block.name === 'code' ? firstIn(block) : codeIn(block)
  const own = inside === undefined ? '' : languageOf(inside)
  if (own !== '') return NONE.has(own) ? '' : own
  let element: ElementNode | undefined = block
  for (let level = 0; level < AROUND_MAX_LEVELS && element; level += 1) {
    // Classes further away are about the page rather than about the code.
    const isNear = level < LEVELS_MAX_COUNT || isBoxOfCode(element.attributes)
    const language = isNear ? languageOf(element) : ''
    if (language !== '') return NONE.has(language) ? '' : language
    element = element.parent
  }
  return ''
}

function firstIn({ first }: ElementNode): ElementNode | undefined {
  let inside = first
  while (inside?.isText && inside.data.trim() === '') inside = inside.next
  return inside?.isText === false ? inside : undefined
}

/** The first code in a table or box of code that names its language. */
function codeIn(box: ElementNode): ElementNode | undefined {
  let found: ElementNode | undefined
  let count = 0
  visitNodes(box, (node) => {
    count += 1
    if (!node.isText && (node.name === 'pre' || node.name === 'code') && languageOf(node) !== '') {
      found ??= node
    }
    return found === undefined && count < LOOK_MAX_NODES
  })
  return found
}

function languageOf({ name, attributes }: ElementNode): string {
  return statedLanguage(name, attributes).toLowerCase()
}
