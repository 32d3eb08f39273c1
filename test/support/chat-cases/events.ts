import { expect } from 'vitest'
import { about, general, type Probe } from '../chat-access/probe.ts'
import { everybody, mine } from '../chat-access/rules.ts'
import type { AgentExamples, Stage } from './example.ts'

const queue = async ({ ask }: Stage): Promise<unknown> =>
  (await ask('register_queue', { event_types: ['message'] }))['queue_id']
const NO_QUEUE = [{ queue_id: 'nothing' }, /Bad event queue/] as const

/** Hearing of what happens. */
export const eventExamples: AgentExamples = {
  chat_wait_for_events: {
    call: { seconds: 0 },
    shows: { events: [] },
    fails: [{ cursor: 'x' }, /no cursor/],
  },
  ask: {
    call: { channel: 'lab', topic: 'asked', question: 'Well?', choices: ['yes', 'no'], seconds: 0 },
    shows: { message_id: expect.any(Number), answers: [] },
    fails: [{ channel: 'lab' }, /nothing to ask/],
  },
  register_queue: {
    call: { event_types: ['message'], fetch: ['subscription'] },
    shows: { queue_id: expect.any(String), last_event_id: -1, subscriptions: expect.any(Array) },
    fails: [{ narrow: [{ operator: 'zzz', operand: 1 }] }, /operator/],
  },
  get_events: {
    call: async (stage) => {
      const queue_id = await queue(stage)
      await stage.ask('send_message', { channel: 'lab', topic: 't', content: '*heard*' })
      return { queue_id }
    },
    shows: { events: [{ type: 'message', message: { content: '*heard*' } }], is_all: true },
    fails: NO_QUEUE,
  },
  delete_queue: {
    call: async (stage) => ({ queue_id: await queue(stage) }),
    shows: {},
    fails: NO_QUEUE,
  },
}

/** Who may do what with event queues. */
export const eventProbes: readonly Probe[] = [
  ...about('queue', mine, {
    get_events: ({ key }) => ({ queue_id: key, last_event_id: -1, dont_block: true }),
    delete_queue: ({ key }) => ({ queue_id: key }),
  }),
  ...about('cursor', mine, {
    chat_wait_for_events: ({ id }) => ({ cursor: `${String(id).padStart(12, '0')}:0`, seconds: 0 }),
  }),
  ...general(everybody, {
    register_queue: { fetch_event_types: ['realm'] },
  }),
]
