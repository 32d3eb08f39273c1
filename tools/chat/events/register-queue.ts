import { z } from 'zod'
import { withoutInvisible } from '../../../src/chat/agent/plain-form.ts'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'
import { REGISTRATION_MAX_KINDS } from '../../../src/chat/events/limits.ts'
import { badRequest } from '../../../src/chat/kernel/failures.ts'
import { PRESENCE_HISTORY_DEFAULT_DAYS } from '../../../src/chat/limits.ts'
import { readTerms, termSchema } from '../../../src/chat/narrow/term.ts'
import { OperationError } from '../../../src/contract/errors.ts'

/** Operation `register_queue` (chat spec 4.10): a snapshot, and a queue of what changes after it. */
export const registerQueue = defineOpenChatOperation({
  name: 'register_queue',
  title: 'Register event queue',
  description: 'Get a snapshot of the chat and an event queue of everything that changes after it.',
  http: {
    method: 'POST',
    path: '/register',
    isSpecified: true,
    aliases: { queue_lifespan_secs: 'idle_queue_timeout' },
  },
  effects: { readOnly: false, destructive: false, idempotent: false },
  answersMuch: true,
  tier: 'more',
  input: z.object({
    apply_markdown: z.boolean().default(false).describe('Send messages as HTML, not Markdown.'),
    client_extavatar: z
      .boolean()
      .optional()
      .describe(
        'Leave out avatar addresses that the client computes; default true with an account.',
      ),
    include_subscribers: z
      .enum(['true', 'false', 'partial'])
      .default('false')
      .describe('Add the user ids of the subscribers; `partial` may shorten long lists.'),
    slim_presence: z
      .boolean()
      .default(false)
      .describe('Return presence by user id, in the modern form.'),
    presence_history_limit_days: z
      .int()
      .min(0)
      .default(PRESENCE_HISTORY_DEFAULT_DAYS)
      .describe('How many days back presence goes.'),
    event_types: z
      .array(z.string())
      .max(REGISTRATION_MAX_KINDS)
      .optional()
      .describe('Kinds of events wanted; default all.'),
    fetch_event_types: z
      .array(z.string())
      .max(REGISTRATION_MAX_KINDS)
      .optional()
      .describe('Kinds of data in the snapshot; by default those of event_types.'),
    all_public_streams: z
      .boolean()
      .default(false)
      .describe('Send messages of all public channels, subscribed or not.'),
    client_capabilities: z
      .record(z.string(), z.unknown())
      .refine((sent) => Object.keys(sent).length <= REGISTRATION_MAX_KINDS, 'Too many')
      .default({})
      .describe('Names of what the client can handle, each true or false.'),
    narrow: z.array(termSchema).default([]).describe('Only messages that fit these terms.'),
    idle_queue_timeout: z
      .union([z.int(), z.literal('mobile')])
      .optional()
      .describe('Seconds after which an idle queue is removed; `mobile` for 12 hours.'),
  }),
  output: z.looseObject({ queue_id: z.string().nullable(), last_event_id: z.int() }),
  async run({ input, chat, actor }) {
    const { register } = await import('../../../src/chat/events/register-queue.ts')
    if (!actor) requireVisitorFields(input)
    const narrow = readTerms(input.narrow)
    const { requireEventTerms } = await import('../../../src/chat/narrow/event-filter.ts')
    requireEventTerms(narrow)
    const clientExtavatar = input.client_extavatar ?? actor !== undefined
    const capabilities = Object.fromEntries(
      Object.entries(input.client_capabilities).map(([name, value]) => [name, value === true]),
    )
    const snapshot = await register(chat, actor, {
      clientExtavatar,
      includeSubscribers: input.include_subscribers,
      slimPresence: input.slim_presence,
      presenceHistoryDays: input.presence_history_limit_days,
      fetchEventTypes: input.fetch_event_types ?? input.event_types,
      idleTimeout: input.idle_queue_timeout,
      options: {
        applyMarkdown: input.apply_markdown,
        clientExtavatar,
        slimPresence: input.slim_presence,
        allPublicStreams: input.all_public_streams,
        eventTypes: input.event_types,
        narrow,
        capabilities,
      },
    })
    return snapshot as { queue_id: string | null; last_event_id: number }
  },
  agent: {
    description:
      'Open a queue of chat events, for get_events or as resource chat://events/{queue_id}.',
    input: ({ event_types, narrow, fetch_event_types }) => ({
      event_types: event_types.describe('Kinds wanted, e.g. message; default all.'),
      narrow: narrow.describe('Only messages that fit these terms.'),
      fetch: fetch_event_types.default([]).describe('Data to return now, e.g. subscription.'),
    }),
    fixed: {
      // Visitors must not ask for it: they are told that this needs an account.
      client_extavatar: undefined,
      client_capabilities: { bulk_message_deletion: true },
    },
    output: z.looseObject({ queue_id: z.string(), last_event_id: z.int() }),
    async run({ input: { event_types, narrow, fetch } }, register, { given }) {
      const isFetchGiven = given['fetch_event_types'] !== undefined && fetch.length === 0
      const { queue_id, ...rest } = await register({
        event_types,
        narrow,
        ...(isFetchGiven ? {} : { fetch_event_types: fetch }),
      })
      if (queue_id === null) throw new OperationError('unauthorized', 'This needs a chat account.')
      return withoutInvisible({ queue_id, ...rest })
    },
  },
})

function requireVisitorFields(input: {
  client_extavatar?: boolean | undefined
  include_subscribers: string
}): void {
  if (input.client_extavatar) {
    throw badRequest("Invalid 'client_extavatar' parameter for anonymous request")
  }
  if (input.include_subscribers === 'true') {
    throw badRequest("Invalid 'include_subscribers' parameter for anonymous request")
  }
}
