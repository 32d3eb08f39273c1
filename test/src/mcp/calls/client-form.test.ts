import { expect, test } from 'vitest'
import type { Pause } from '../../../../src/mcp/calls/approval.ts'
import { makeClientForm } from '../../../../src/mcp/calls/client-form.ts'
import { testServices } from '../../../support/operations.ts'

const QUESTION = { message: 'Ship it?', choices: [] }
const NOTE = 'queue:7/12~x'
let laterMs = 0
const services = { ...testServices(), now: () => new Date(1e12 + laterMs) }

const formFor = (
  { state, answers }: { state?: unknown; answers?: Record<string, unknown> } = {},
  caller = 'ada',
) => {
  const form = makeClientForm({
    asking: { canAsk: true, answers, state },
    deps: { services },
    caller,
    elicit: undefined,
  })
  if (!form) throw new Error('no form')
  return form
}

/** Puts a form; returns the state that its client hands back. */
async function put(): Promise<string> {
  const thrown = await formFor()
    .put(QUESTION, NOTE, new AbortController().signal)
    .catch((error: unknown) => error)
  const { inputRequests, requestState } = (thrown as Pause).question
  expect(inputRequests).toMatchObject({
    answer: { params: { message: 'Ship it?', requestedSchema: { required: ['answer'] } } },
  })
  return String(requestState)
}

const yes = { answer: { action: 'accept', content: { answer: 'yes' } } }

test('an answer brings its note back, and counts once', async () => {
  const state = await put()
  const back = { note: NOTE, reply: { action: 'accept', text: 'yes' } }
  expect(await formFor({ state, answers: yes }).returned()).toEqual(back)
  const again = { note: NOTE, reply: { action: 'cancel' } }
  expect(await formFor({ state, answers: yes }).returned()).toEqual(again)
})

test('an answer that comes late is none', async () => {
  const state = await put()
  laterMs = 3_600_000
  const reply = { action: 'cancel' }
  expect(await formFor({ state, answers: yes }).returned()).toEqual({ note: NOTE, reply })
  laterMs = 0
})

test.each([
  ['declined', { answer: { action: 'decline' } }, { action: 'decline' }],
  ['closed', { answer: { action: 'cancel' } }, { action: 'cancel' }],
  ['missing', {}, { action: 'cancel' }],
  ['empty', { answer: { action: 'accept', content: { answer: ' ' } } }, { action: 'cancel' }],
  [
    'of another kind',
    { answer: { action: 'accept', content: { answer: 7 } } },
    { action: 'cancel' },
  ],
])('what is %s is no consent', async (_, answers, reply) => {
  expect(await formFor({ state: await put(), answers }).returned()).toEqual({ note: NOTE, reply })
})

test('a made-up or altered state, and that of another caller, belong to no form', async () => {
  const state = await put()
  for (const odd of ['x', '', undefined, 7, `${state}1`, state.replace('~', '~9')]) {
    expect(await formFor({ state: odd, answers: yes }).returned()).toBeUndefined()
  }
  expect(await formFor({ state, answers: yes }, 'bob').returned()).toBeUndefined()
})

test('a client without forms has none', () => {
  const asking = { canAsk: false, answers: undefined, state: undefined }
  const deps = { services }
  expect(makeClientForm({ asking, deps, caller: 'ada', elicit: undefined })).toBeUndefined()
})
