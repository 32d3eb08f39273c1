// @module-tag full
import { expect, test } from 'vitest'
import { TOPIC_MAX_CHARS } from '../../../src/chat/limits.ts'
import type { AnyOperation } from '../../../src/contract/operation.ts'
import { chatOperations } from '../../../tools/chat.ts'
import { connectAs } from '../../support/chat-mcp.ts'
import { seeds } from '../../support/full.ts'
import { ArgumentSource } from '../../support/generated-arguments.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { callRoute, factsOf, openSide, withoutRandom } from '../../support/twin-worlds.ts'

/** Operations that are left out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  get_events: 'It waits.',
  chat_wait_for_events: 'It waits.',
  ask: 'It waits.',
  regenerate_api_key: 'It ends what the test is let in by.',
  deactivate_own_user: 'It ends what the test is let in by.',
  deactivate_user: 'It ends what the test is let in by, where it is about the owner.',
  update_user: 'It may take from the owner what the other calls need.',
  update_user_by_email: 'It may take from the owner what the other calls need.',
  fetch_api_key: 'It guesses at passwords, which is counted.',
  jwt_fetch_api_key: 'It guesses at tokens, which is counted.',
  create_invite_link: 'Its answer is a secret.',
  create_bot: 'Its answer is a secret.',
  get_bot_api_key: 'Its answer is a secret.',
  regenerate_bot_api_key: 'Its answer is a secret.',
  export_realm: 'It goes on after the answer.',
}

/** Fields that tools have standards for which routes have not, by operation. */
const STANDARDS: Readonly<Record<string, readonly string[]>> = {
  get_messages: ['num_before', 'num_after', 'anchor'],
  create_channel: ['subscribers'],
  update_message: ['propagate_mode'],
  update_presence: ['status'],
  register_queue: ['event_types'],
  set_typing_status: ['op'],
  // It has further fields for it.
  send_message: ['to'],
  update_message_flags_for_narrow: ['num_before', 'num_after', 'anchor'],
}

const CALLS = seeds(60, 200)

/** Arguments that every call has: without them, programs of people and agents have other standards. */
const GIVEN: Readonly<Record<string, object>> = {
  send_message: { read_by_sender: true },
  get_message: { apply_markdown: true },
  get_messages: { apply_markdown: true },
}

/** Arguments of tools alone: messages that an agent gets are marked as read, unless it says otherwise. */
const OWN: Readonly<Record<string, object>> = { get_messages: { peek: true } }

/** Whether a tool takes a text otherwise: it refuses a topic that a route would cut in silence, and takes a blank emoji for none. */
function isTakenOtherwise(input: object): boolean {
  return Object.entries(input).some(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? (name.includes('topic') && value.length > TOPIC_MAX_CHARS) ||
        (name === 'emoji_name' && value.trim() === '')
      : typeof value === 'object' && value !== null && isTakenOtherwise(value),
  )
}

const operations = chatOperations.filter(
  ({ name, http }) => !(name in LEFT_OUT) && !('takesFile' in http),
)

test.each([1, 2, 3, 44, 46, 81, 85, 155])(
  'a tool does and refuses what its route does and refuses, seed %i',
  async (seed) => {
    const random = seededRandom(seed)
    const [routes, tools] = [await openSide(), await openSide()]
    await using _routes = routes.world
    await using _tools = tools.world
    const ask = await connectAs(tools.world, tools.world.owner)
    const source = new ArgumentSource(random, routes.furniture)
    const outcomes = { success: 0, error: 0 }
    for (let call = 0; call < CALLS; call += 1) {
      const operation = operations[Math.floor(random() * operations.length)] as AnyOperation
      const input = { ...source.for(operation), ...GIVEN[operation.name] }
      const standards = STANDARDS[operation.name] ?? []
      if (standards.some((name) => !(name in input)) || isTakenOtherwise(input)) continue
      const { result, msg, ...expected } = await callRoute(routes, operation, input)
      const answer = await ask(operation.name, {
        ...input,
        ...OWN[operation.name],
        full: true,
      })
      const seen = `call ${call}, ${operation.name} ${JSON.stringify(input).slice(0, 500)}`
      expect(answer.isError, `${seen}: ${msg} / ${answer.text}`).toBe(result === 'error')
      const actual = answer.isError ? factsOf(answer, expected) : answer.result['full']
      // Of several faults a tool may name another one first, and in words of its own.
      const isOther =
        answer.isError && (!answer.text.includes(msg) || expected['code'] === 'NOT_FOUND')
      const both = `${seen}: ${msg} / ${answer.text}`
      expect(withoutRandom(isOther ? expected : actual), both).toEqual(withoutRandom(expected))
      expect(withoutRandom(await tools.heard()), seen).toEqual(withoutRandom(await routes.heard()))
      outcomes[answer.isError ? 'error' : 'success'] += 1
    }
    expect(Math.min(outcomes.success, outcomes.error)).toBeGreaterThan(CALLS / 5)
  },
  400_000,
)
