import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chatOperations } from '../../../tools/chat.ts'
import { DOCUMENTED_EXAMPLES, WITHOUT_EXAMPLE } from '../../support/documented-examples.ts'
import { NOT_SERVED, PUBLIC_OPERATIONS } from '../../support/public-operations.ts'

/** A route with nothing in its braces: names of parameters differ. */
const shapeOf = (route: string) => route.replaceAll(/\{[^}]*\}/g, '{}')

const served = new Set(
  chatOperations.flatMap(({ http: { method, path, otherPaths = [] } }) =>
    [path, ...otherPaths].map((one) => shapeOf(`${method} ${one}`)),
  ),
)

test('every operation of the public API is served, but for those of which the documents say why not', () => {
  const missing = PUBLIC_OPERATIONS.filter((route) => !served.has(shapeOf(route)))
  expect(missing).toEqual(Object.keys(NOT_SERVED))
  expect(PUBLIC_OPERATIONS.length - missing.length).toBeGreaterThanOrEqual(150)
  const document = readFileSync('docs/chat.md', 'utf8')
  for (const [route, why] of Object.entries(NOT_SERVED)) {
    expect(document).toContain(`| \`${route}\` | ${why} |`)
  }
})

test('every one of them is called by an example of the documentation, or it is said why not', () => {
  const calls = DOCUMENTED_EXAMPLES.map(({ method, path }) =>
    `${method} ${path}`.replace('{url}', '/user_uploads/1/x').replace('{url_rest}', '/1/x'),
  )
  const without = PUBLIC_OPERATIONS.filter((route) => {
    const shape = shapeOf(route).replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    const like = new RegExp(`^${shape.replaceAll('{}', '.+')}$`)
    return !(route in NOT_SERVED) && !calls.some((call) => like.test(call))
  })
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_EXAMPLE).toSorted())
})
