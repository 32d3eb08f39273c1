import { parseAst } from 'rolldown/parseAst'
import { Visitor } from 'rolldown/utils'

type Call = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0]
type Node = Call['arguments'][number]

const TIMERS: ReadonlySet<string> = new Set(['node:timers', 'node:timers/promises'])
const WAIT = 'setTimeout'

function hasField(node: Node | undefined, name: string): boolean {
  return (
    node?.type === 'ObjectExpression' &&
    node.properties.some(
      (field) =>
        field.type === 'Property' && field.key.type === 'Identifier' && field.key.name === name,
    )
  )
}

/** Whether a call makes a test, or a group of them, with the tag `full`. */
function isFullTest({ arguments: [, options] }: Call, source: string): boolean {
  return (
    hasField(options, 'tags') && source.slice(options?.start, options?.end).includes("tags: 'full'")
  )
}

/**
 * Lines of a test file that let time pass: timers of the machine, but those that a signal ends, which stand for what never ends by
 * itself. What is tagged `full` may.
 */
export function findTimedWaits(source: string): string[] {
  if (!source.includes(WAIT)) return []
  const program = parseAst(source, { lang: 'ts' })
  const names = new Set([WAIT])
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !TIMERS.has(statement.source.value)) continue
    for (const one of statement.specifiers) {
      if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue
      if (one.imported.name === WAIT) names.add(one.local.name)
    }
  }
  const found: string[] = []
  let full = 0
  const visitor = new Visitor({
    CallExpression(call) {
      if (isFullTest(call, source)) full += 1
      const { callee, arguments: given } = call
      if (full > 0 || callee.type !== 'Identifier' || !names.has(callee.name)) return
      if (hasField(given[2], 'signal')) return
      found.push(source.slice(call.start, call.end).split('\n')[0] ?? '')
    },
    'CallExpression:exit'(call) {
      if (isFullTest(call, source)) full -= 1
    },
  })
  visitor.visit(program)
  return found
}
