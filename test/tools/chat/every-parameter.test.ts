import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOperations } from '../../../tools/chat.ts'
import { chat } from '../../requirements/chat.ts'
import { connectAs } from '../../support/chat-mcp.ts'
import { sendFiles } from '../../support/chat-uploads.ts'
import { ok } from '../../support/chat-world.ts'
import type { AskTool } from '../../support/mcp-tools.ts'
import { SPECIFIED_CALLS } from '../../support/specified-calls.ts'
import {
  callRoute,
  factsOf,
  openSide,
  type Side,
  withoutRandom,
} from '../../support/twin-worlds.ts'

/** What differs between the tool of an operation and its route, and why. */
const EXCEPTIONS: Readonly<Record<string, { reason: string; own?: Record<string, unknown> }>> = {
  upload_file: {
    reason: 'The file comes as text, bytes or an address, since JSON has no multipart body.',
  },
  get_messages: {
    reason: 'What an agent is shown is read, unless it says otherwise; over HTTP, clients mark.',
    own: { peek: true },
  },
}

let routes: Side
let tools: Side
let ask: AskTool

beforeAll(async () => {
  routes = await openSide()
  tools = await openSide()
  ask = await connectAs(tools.world, tools.world.owner)
})
afterAll(async () => {
  await Promise.all([routes, tools].map(async ({ world }) => world[Symbol.asyncDispose]()))
})

const specified = Object.entries(SPECIFIED_CALLS).map(([name, calls]) => {
  const operation = chatOperations.find((one) => one.name === name)
  if (!operation) throw new Error(`There is no operation ${name}.`)
  return [name, operation, calls] as const
})

test('every operation that the specification describes is called', () => {
  const documented = chat.flatMap(
    ({ section }) => /^4\.\d+ ((?:GET|POST|PATCH|DELETE) \S+)$/.exec(section)?.[1] ?? [],
  )
  const called = chatOperations
    .filter(({ name }) => name === 'upload_file' || SPECIFIED_CALLS[name])
    .map(({ http: { method, path } }) => `${method} ${path}`)
  const withoutNames = (paths: readonly string[]) =>
    paths.map((path) => path.replaceAll(/\{[^}]*\}/g, '{}')).toSorted()
  expect(withoutNames(called)).toEqual(withoutNames([...new Set(documented)]))
  expect(called).toHaveLength(27)
})

test.each(specified)(
  '%s takes every parameter of its route, to the same effect',
  async (...row) => {
    const [name, operation, calls] = row
    const inputs = calls.map((call) =>
      [routes, tools].map(({ furniture, world }) =>
        typeof call === 'function' ? call(furniture, world) : call,
      ),
    )
    const used = new Set(inputs.flatMap(([input]) => Object.keys(input!)))
    expect(Object.keys(operation.input.shape).filter((field) => !used.has(field))).toEqual([])
    await Promise.all([routes.heard(), tools.heard()])
    for (const [input, same] of inputs) {
      expect(same, 'the worlds are equal').toEqual(input)
      const { result, msg, ...expected } = await callRoute(routes, operation, input!)
      const answer = await ask(name, { ...same, ...EXCEPTIONS[name]?.own, full: true })
      const seen = JSON.stringify(input)
      expect(answer.isError, `${seen}: ${answer.text}, ${msg}`).toBe(result === 'error')
      // What a schema refuses is told in words for models, with an example, of the same field.
      const [, reason = msg] = /^Invalid (\w+): /.exec(msg) ?? []
      expect(answer.isError ? answer.text : '').toContain(reason)
      const actual = answer.isError ? factsOf(answer, expected) : answer.result['full']
      expect(withoutRandom(actual), seen).toEqual(withoutRandom(expected))
      expect(withoutRandom(await tools.heard()), seen).toEqual(withoutRandom(await routes.heard()))
    }
  },
)

test('upload_file stores the same, but takes the file in another form', async () => {
  const sent = { name: 'plan.md', content: '# Plan' }
  const {
    result: _result,
    msg: _msg,
    status: _status,
    ...expected
  } = ok(await sendFiles(routes.world, routes.world.owner, [sent]))
  const { result } = await ask('upload_file', { filename: 'plan.md', text: '# Plan', full: true })
  expect(withoutRandom(result['full'])).toEqual(withoutRandom(expected))
  expect(withoutRandom(await tools.heard())).toEqual(withoutRandom(await routes.heard()))
})
