import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { citationsIn, requirements } from '../requirements/verifies.ts'

const TESTS = join(import.meta.dirname, '..')

/** Changes that hold only where the operator has set something up, with what that is. */
const CONDITIONS: Readonly<Record<string, string>> = {
  'chat:9:160': 'where BELLHOP_CHAT_JWT_KEY is set',
}

/** The changes of the public API by the level that brought them, newest first, each with a test that shows it here. */
export function levelTable(): string {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .toSorted()
  const testsById = new Map<string, string>()
  for (const file of files) {
    for (const id of citationsIn(readFileSync(join(TESTS, file), 'utf8')).ids) {
      if (!testsById.has(id)) testsById.set(id, file)
    }
  }
  const rows = requirements.flatMap(({ id, behaviour }) => {
    const level = /^chat:9:(\d+)/.exec(id)?.[1]
    const test = testsById.get(id)
    if (level === undefined) return []
    const condition = CONDITIONS[id]
    const here = test === undefined ? 'not here' : `yes${condition ? `, ${condition}` : ''}`
    const link = test === undefined ? '' : `[${test}](../test/${test})`
    return [{ level: Number(level), row: `| ${level} | ${behaviour} | ${here} | ${link} |` }]
  })
  const sorted = rows.toSorted((a, b) => b.level - a.level).map(({ row }) => row)
  return ['| level | change | here | shown by |', '| --- | --- | --- | --- |', ...sorted].join('\n')
}
