import { z } from 'zod'
import { openObject } from '../../contract/open-object.ts'
import type { Call } from '../../contract/operation.ts'
import { type LazyList, readAll } from '../../lib/lazy-list.ts'
import { AGENT_MESSAGES_MAX_CHARS } from '../limits.ts'
import { conversationInputs } from './inputs.ts'
import { agentMessage, type AgentMessage, agentMessageOf, formatMessage } from './messages.ts'
import { messageResources } from './resources.ts'

const fields = {
  ...conversationInputs,
  search: z.string().optional().describe('Words to find.'),
  is: z.enum(['unread', 'mentioned', 'starred']).optional().describe('Only these.'),
  // In the shortest list, where fields of its own would take too many tokens.
  narrow: z
    .array(openObject())
    .optional()
    .describe('More: {operator, operand, negated}, e.g. sender, has.'),
  before: z.int().optional().describe('Older than this id.'),
  after: z.int().optional().describe('Newer than this id.'),
  limit: z.int().min(1).max(100).default(20).describe('Messages.'),
}

type Wanted = z.output<z.ZodObject<typeof fields>>

const output = z.object({
  messages: z.array(agentMessage),
  before: z.int().optional().describe('Where older ones go on.'),
  after: z.int().optional().describe('Where newer ones go on.'),
})

/** Input of the route, as far as it is used here. */
interface Fetch {
  anchor: number | 'newest'
  include_anchor: boolean
  num_before: number
  num_after: number
  narrow: never[]
  apply_markdown: boolean
  client_extavatar: boolean
}

interface Fetched {
  found_newest: boolean
  found_oldest: boolean
  messages: readonly unknown[] | LazyList<unknown>
}

/** Reads and searches messages: the newest ones, or a page before or after an id, oldest first. */
export const readMessages = {
  description: 'Read chat messages, newest page first, or search them.',
  input: () => fields,
  output,
  resources: messageResources,
  text: ({ messages, before, after }: z.output<typeof output>) =>
    [
      ...messages.map(formatMessage),
      messages.length === 0 ? 'No messages.' : '',
      before === undefined ? '' : `Older: before ${before}.`,
      after === undefined ? '' : `Newer: after ${after}.`,
    ]
      .filter(Boolean)
      .join('\n'),
  async run(call: Call<Wanted>, fetch: (input: Fetch) => Promise<Fetched>) {
    const { lookupFor, resolveTerms } = await import('./names.ts')
    const { search, is, narrow = [], before, after, limit } = call.input
    const terms = [
      ...(await resolveTerms(await lookupFor(call), call.input)),
      ...(search === undefined ? [] : [{ operator: 'search', operand: search, negated: false }]),
      ...(is === undefined ? [] : [{ operator: 'is', operand: is, negated: false }]),
      ...narrow,
    ]
    const isForward = after !== undefined
    const fetched = await fetch({
      anchor: after ?? before ?? 'newest',
      include_anchor: after === undefined && before === undefined,
      num_before: isForward ? 0 : limit,
      num_after: isForward ? limit : 0,
      // Checked by the operation's own schema.
      narrow: terms as never[],
      apply_markdown: false,
      client_extavatar: true,
    })
    const all = (await readAll(fetched.messages)).map(agentMessageOf)
    const messages = isForward ? fitting(all) : fitting(all.toReversed()).toReversed()
    const isCut = messages.length < all.length
    const [first, last] = [messages[0]?.id, messages.at(-1)?.id]
    const hasOlder = !isForward && first !== undefined && (isCut || !fetched.found_oldest)
    const hasNewer = isForward && last !== undefined && (isCut || !fetched.found_newest)
    return {
      messages,
      ...(hasOlder ? { before: first } : {}),
      ...(hasNewer ? { after: last } : {}),
    }
  },
}

/** As many messages as fit one response, at least one. */
function fitting(messages: readonly AgentMessage[]): AgentMessage[] {
  let chars = 0
  const end = messages.findIndex(({ content }, index) => {
    chars += content.length
    return index > 0 && chars > AGENT_MESSAGES_MAX_CHARS
  })
  return end === -1 ? [...messages] : messages.slice(0, end)
}
