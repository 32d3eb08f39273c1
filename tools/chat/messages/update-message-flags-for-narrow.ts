import { z } from 'zod'
import { conversationInputs } from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { readTerms, termSchema } from '../../../src/chat/narrow/term.ts'
import { OperationError } from '../../../src/contract/errors.ts'

/** Messages that a model marks with one call. */
const MARK_MAX_MESSAGES = 1_000

/** Operation `update_message_flags_for_narrow`: a flag of all messages of a narrow, part by part. */
export const updateMessageFlagsForNarrow = defineChatOperation({
  name: 'update_message_flags_for_narrow',
  title: 'Update flags in a narrow',
  description: 'Mark the messages of a narrow around an anchor, or take the mark away.',
  http: { method: 'POST', path: '/messages/flags/narrow' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    anchor: z
      .union([z.string(), z.number()])
      .describe('Id of a message, `newest`, `oldest`, `first_unread`, or `date`.'),
    anchor_date: z
      .string()
      .optional()
      .describe('With the anchor `date`: ISO 8601 date or time, in UTC unless it names a zone.'),
    include_anchor: z.boolean().default(true).describe('Include the message of the anchor.'),
    num_before: z.int().min(0).describe('How many messages before the anchor.'),
    num_after: z.int().min(0).describe('How many messages after the anchor.'),
    narrow: z.array(termSchema).describe('Only messages that fit these terms.'),
    op: z.string().describe('Either `add` or `remove`.'),
    flag: z.string().describe('`read`, `starred` or `collapsed`.'),
  }),
  output: z.object({
    processed_count: z.int(),
    updated_count: z.int(),
    first_processed_id: z.int().nullable(),
    last_processed_id: z.int().nullable(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
    ignored_because_not_subscribed_channels: z.array(z.int()),
  }),
  async run({ input, chat, actor }) {
    const { changeFlagsInNarrow } =
      await import('../../../src/chat/messages/marking/change-many-flags.ts')
    const { num_before: numBefore, num_after: numAfter, include_anchor: includeAnchor } = input
    return changeFlagsInNarrow(chat, actor, {
      terms: readTerms(input.narrow),
      anchor: input,
      window: { numBefore, numAfter, includeAnchor },
      op: input.op,
      flag: input.flag,
    })
  },
  agent: {
    description: 'Mark a channel, topic or direct conversation as read.',
    input: () => ({
      ...conversationInputs,
      up_to: z.int().optional().describe('Id of the last message; default newest.'),
      all: z.boolean().optional().describe('Mark all messages as read.'),
    }),
    output: z.object({ updated_count: z.int(), is_all: z.boolean() }),
    text: ({ updated_count: count, is_all }) =>
      `Marked ${count}.${is_all ? '' : ' There are more: call again.'}`,
    fixed: {
      anchor: 'newest',
      num_before: MARK_MAX_MESSAGES,
      num_after: 0,
      op: 'add',
      flag: 'read',
    },
    async run(call, update, { given }) {
      const { lookupFor, resolveTerms } = await import('../../../src/chat/agent/names.ts')
      const place = await resolveTerms(await lookupFor(call), call.input)
      const { all } = call.input
      const { op = 'add', flag = 'read', narrow } = given
      const isInRouteWords = narrow !== undefined && place.length === 0 && !all
      if (place.length === 0 && !all && !isInRouteWords) throw noPlace()
      const unread = { operator: 'is', operand: 'unread', negated: false }
      const terms = op === 'add' && flag === 'read' ? [...place, unread] : place
      const done = await update({
        anchor: call.input.up_to,
        ...(isInRouteWords ? {} : { narrow: terms }),
      })
      return { updated_count: done.updated_count, is_all: done.found_oldest }
    },
  },
})

function noPlace(): OperationError {
  return new OperationError('invalid_input', 'This would mark every message.', {
    hint: 'Name a channel or people, for example {"channel": "general"}; or say {"all": true}.',
  })
}
