import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { readGithub } from '../../../../src/chat/integrations/github.ts'
import { INTEGRATIONS } from '../../../../src/chat/integrations/integrations.ts'
import { readEvent } from '../../../../src/chat/integrations/read-event.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

const load = createRequire(import.meta.url)
const examples = load('@octokit/webhooks-examples') as { name: string; examples: unknown[] }[]

const recorded = examples.flatMap(({ name, examples: events }) =>
  events.map((event, index) => ({ kind: name, index, event })),
)

test('every recorded event becomes a message with a topic, or is one of those that are left out', () => {
  const silent: string[] = []
  for (const { kind, index, event } of recorded) {
    const message = readGithub(event, kind)
    if (message === undefined) {
      silent.push(kind)
      continue
    }
    const at = `${kind} ${index}`
    expect(message.topic, at).toMatch(/\S/)
    expect(message.content, at).toMatch(/\S.*\S/s)
    expect(message.content, at).not.toMatch(/undefined|null|NaN|\[object|@\*| {2}on |\[\]|\(\)/)
    expect(message.content.length, at).toBeLessThan(9_000)
  }
  expect(recorded.length).toBeGreaterThan(250)
  expect(new Set(silent)).toEqual(new Set(['check_run', 'check_suite', 'workflow_job']))
})

/** The first recorded event of a kind with this action. */
function eventOf(kind: string, action?: string): unknown {
  const found = recorded.find(
    (one) => one.kind === kind && (one.event as { action?: string }).action === action,
  )
  return found?.event
}

const WHO = '[Codertocat](https://github.com/Codertocat)'

test.each([
  [
    'pull_request',
    'opened',
    'Hello-World / PR #2 Update the README with new information.',
    `${WHO} opened [PR #2](https://github.com/Codertocat/Hello-World/pull/2) Update the README with new information. from \`changes\` to \`master\``,
  ],
  [
    'issue_comment',
    'created',
    'Hello-World / issue #1 Spelling error in the README file',
    `${WHO} [commented](https://github.com/Codertocat/Hello-World/issues/1#issuecomment-492700400) on issue #1 Spelling error in the README file`,
  ],
  [
    'fork',
    undefined,
    'Hello-World',
    '[Octocoders](https://github.com/Octocoders) forked Codertocat/Hello-World as [Octocoders/Hello-World](https://github.com/Octocoders/Hello-World).',
  ],
  [
    'push',
    undefined,
    'Hello-World / simple-tag',
    'Codertocat [pushed](https://github.com/Codertocat/Hello-World/compare/simple-tag) tag `simple-tag`.',
  ],
  ['ping', undefined, 'Hello-World', 'GitHub webhook has been set up.'],
])('%s (%s) reads as people say it', (kind, action, topic, content) => {
  const message = readGithub(eventOf(kind, action), kind)
  expect(message?.topic).toBe(topic)
  expect(message?.content.startsWith(content), message?.content).toBe(true)
})

const HOSTILE = [
  null,
  [],
  {},
  0,
  -1,
  true,
  '',
  '@**all** `x` ](javascript:alert(1))',
  'x'.repeat(5_000),
]

/** The same event with some of its values replaced. */
function mutated(value: unknown, random: () => number): unknown {
  if (random() < 0.05) return HOSTILE[Math.floor(random() * HOSTILE.length)]
  if (Array.isArray(value)) return value.map((one) => mutated(one, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mutated(one, random)]),
  )
}

test('whatever arrives, for any service, nothing throws, nobody is mentioned, and nothing is long', () => {
  const random = seededRandom(99)
  for (let count = 0; count < 600; count += 1) {
    const { kind, event } = recorded[Math.floor(random() * recorded.length)] ?? {
      kind: '',
      event: {},
    }
    const content = mutated(event, random)
    for (const { name } of INTEGRATIONS) {
      const header = () => (count % 9 === 0 ? 'constructor' : kind)
      const message = readEvent({ name }, { content, header, said: { stream: 'x' }, ownerId: 7 })
      const text = name === 'json' ? '' : ((message?.['content'] as string | undefined) ?? '')
      expect(text).not.toMatch(/@\*/)
      expect(text.length).toBeLessThan(20_000)
    }
  }
})
