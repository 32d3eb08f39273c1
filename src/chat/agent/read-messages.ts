import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import { openObject } from '../../contract/open-object.ts'
import { type LazyList, readAll } from '../../lib/lazy-list.ts'
import type { ReadingClock } from '../../lib/written-time.ts'
import { badRequest } from '../kernel/failures.ts'
import type { AnyChatCall, Directory } from '../kernel/types.ts'
import { AGENT_MESSAGES_MAX_CHARS } from '../limits.ts'
import { conversationInputs, termsOf } from './inputs.ts'
import {
  agentMessage,
  type AgentMessage,
  agentMessageOf,
  formatMessage,
  markDisplayed,
} from './messages.ts'
import { messageResources } from './resources.ts'

/** A place in the history of messages, as models write it: a message id, or a time. Published as text; an id may be a number. */
const idOrTime = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string(),
)

/** A place in the history of messages. */
type Position = { id: number } | { timeMs: number }

const ID = /^\d{1,15}$/

const fields = {
  ...conversationInputs,
  search: z.string().optional(),
  is: z.enum(['unread', 'mentioned', 'starred']).optional(),
  // In the shortest list, where fields of its own would take too many tokens.
  narrow: termsOf(openObject())
    .optional()
    .describe('More terms: {operator, operand, negated}, e.g. sender, has.'),
  since: idOrTime.optional().describe('A time: ISO, yesterday, 2 days ago.'),
  before: idOrTime.optional().describe('Older than this id or time.'),
  after: idOrTime.optional().describe('Newer than this id or time.'),
  limit: z.int().min(1).max(100).default(20),
  peek: z.boolean().optional().describe('Do not mark as read.'),
}

type ReadQuery = z.output<z.ZodObject<typeof fields>>

const output = z.object({
  messages: z.array(agentMessage),
  before: z.int().optional().describe('Pass as before to get older messages.'),
  after: z.int().optional().describe('Pass as after to get newer messages.'),
})

/** Where a fetch of the route begins, and to which side it goes. */
interface Window {
  anchor?: number | 'newest' | 'date'
  anchor_date?: string
  include_anchor?: boolean
  num_before?: number
  num_after?: number
}

/** Input of the route, as far as it is used here. */
interface Fetch extends Window {
  narrow: never[]
}

/** What the call says in the words of the route. */
type InRouteWords = Readonly<Record<string, unknown>>

interface Fetched {
  found_newest: boolean
  found_oldest: boolean
  messages: readonly unknown[] | LazyList<unknown>
}

/** Fetches a window of the narrow of a call. */
type FetchWindow = (
  window: Window,
) => Promise<Omit<Fetched, 'messages'> & { messages: AgentMessage[] }>

/** Reads and searches messages: the newest ones, or a page before or after an id or a time, oldest first. */
export const readMessages = {
  description: 'Read chat messages, newest page first, or search them.',
  input: () => fields,
  seldom: ['narrow', 'after', 'peek'] as const,
  output,
  resources: messageResources,
  lines: { messages: formatMessage },
  text: ({ messages, before, after }: z.output<typeof output>) =>
    [
      ...messages.map(formatMessage),
      messages.length === 0 ? 'No messages.' : '',
      before === undefined ? '' : `Older: before ${before}.`,
      after === undefined ? '' : `Newer: after ${after}.`,
    ]
      .filter(Boolean)
      .join('\n'),
  async run(
    call: AnyChatCall<ReadQuery>,
    fetch: (input: Fetch) => Promise<Fetched>,
    { given }: { given: InRouteWords },
  ) {
    const { lookupFor } = await import('./names.ts')
    const directory = await lookupFor(call)
    const terms = await allTerms(directory, call.input)
    const fetchWindow: FetchWindow = async (window) => {
      // The terms are checked by the operation's own schema.
      const fetched = await fetch({ ...window, narrow: terms as never[] })
      return { ...fetched, messages: (await readAll(fetched.messages)).map(agentMessageOf) }
    }
    const { limit } = call.input
    const page = WINDOW_WORDS.some((name) => given[name] !== undefined)
      ? await readAsGiven(fetchWindow, call.input, given)
      : await readBetween(fetchWindow, await boundsOf(call, directory), limit)
    if (!call.input.peek) {
      const { feedOf } = await import('./feed.ts')
      const feed = await feedOf(call)
      if (feed) await markDisplayed(feed, page.messages)
    }
    return page
  },
}

async function allTerms(directory: Directory, query: ReadQuery): Promise<unknown[]> {
  const { resolveTerms } = await import('./names.ts')
  const { search, is, narrow = [] } = query
  return [
    ...(await resolveTerms(directory, query)),
    ...(search === undefined ? [] : [{ operator: 'search', operand: search, negated: false }]),
    ...(is === undefined ? [] : [{ operator: 'is', operand: is, negated: false }]),
    ...narrow,
  ]
}

/** The places in the history between which messages are wanted. */
interface Bounds {
  starts: readonly Position[]
  end: Position | undefined
}

async function boundsOf(
  { input: { since, after, before }, services }: AnyChatCall<ReadQuery>,
  directory: Directory,
): Promise<Bounds> {
  const clock = async () => ({
    nowMs: services.now().getTime(),
    zone: await directory.timezone(),
  })
  const starts: Position[] = []
  if (since !== undefined) starts.push(await readPosition('since', since, clock))
  if (after !== undefined) {
    const last = await readPosition('after', after, clock)
    starts.push('id' in last ? { id: last.id + 1 } : last)
  }
  const end = before === undefined ? undefined : await readPosition('before', before, clock)
  return { starts, end }
}

async function readBetween(fetch: FetchWindow, { starts, end }: Bounds, limit: number) {
  return starts.length > 0
    ? readForward(fetch, starts, end, limit)
    : readBackward(fetch, end, limit)
}

/** Fields of the route that say which messages are wanted, besides the narrow. */
const WINDOW_WORDS = [
  'anchor',
  'anchor_date',
  'include_anchor',
  'num_before',
  'num_after',
  'message_ids',
  'use_first_unread_anchor',
]

async function readAsGiven(fetch: FetchWindow, query: ReadQuery, given: InRouteWords) {
  const other = (['since', 'before', 'after'] as const).find((name) => query[name] !== undefined)
  if (other !== undefined) {
    const words = WINDOW_WORDS.filter((name) => given[name] !== undefined).join(', ')
    throw badRequest(`${other} and ${words} say in two ways where to read: leave out one.`)
  }
  // Each of these was asked for by its id.
  if (given['message_ids'] !== undefined) return { messages: (await fetch({})).messages }
  const window = windowAround(given, query.limit)
  const { num_before: older = 0, num_after: newer = 0 } = window
  const { messages: all, found_oldest, found_newest } = await fetch(window)
  const isForward = older === 0 && newer > 0
  const messages = isForward ? fitting(all) : fitting(all.toReversed()).toReversed()
  const isCut = messages.length < all.length
  const [first, last] = [messages[0]?.id, messages.at(-1)?.id]
  const hasOlder = older > 0 && first !== undefined && (isCut || !found_oldest)
  const hasNewer = newer > 0 && last !== undefined && ((isCut && isForward) || !found_newest)
  return {
    messages,
    ...(hasOlder ? { before: first } : {}),
    ...(hasNewer ? { after: last } : {}),
  }
}

/** Anchors from which one reads on. */
const BEGINNINGS: ReadonlySet<unknown> = new Set(['oldest', 'first_unread', 'date'])

/** The rest of a window of which a call says a part in words of the route. */
function windowAround(given: InRouteWords, limit: number): Window {
  const { anchor, anchor_date, use_first_unread_anchor: isFirstUnread } = given
  const [older, newer] = [given['num_before'], given['num_after']] as (number | undefined)[]
  const usual = anchor_date === undefined ? 'newest' : 'date'
  const isOnward = isFirstUnread === true || BEGINNINGS.has(anchor ?? usual)
  const isOpen = older === undefined && newer === undefined
  // The message of the anchor is one of those that are wanted.
  const count = (anchor ?? usual) === 'newest' ? limit : Math.max(1, limit - 1)
  return {
    ...(anchor === undefined && isFirstUnread !== true ? { anchor: usual } : {}),
    num_before: older ?? (isOpen && !isOnward ? count : 0),
    num_after: newer ?? (isOpen && isOnward ? count : 0),
  }
}

async function readForward(
  fetch: FetchWindow,
  starts: readonly Position[],
  end: Position | undefined,
  limit: number,
) {
  const start = starts.length === 1 ? starts[0] : await latestOf(fetch, starts)
  if (!start) return { messages: [] }
  const fetched = await fetch(windowFrom(start, limit))
  const within = fetched.messages.filter((message) => !end || isBefore(message, end))
  const messages = fitting(within)
  const last = messages.at(-1)?.id
  const isAtEnd = fetched.found_newest || within.length < fetched.messages.length
  const hasNewer = last !== undefined && (messages.length < within.length || !isAtEnd)
  return { messages, ...(hasNewer ? { after: last } : {}) }
}

async function readBackward(fetch: FetchWindow, end: Position | undefined, limit: number) {
  const { messages: all, found_oldest } = await fetch({
    ...(end ? anchorAt(end) : { anchor: 'newest' }),
    include_anchor: end === undefined,
    num_before: limit,
    num_after: 0,
  })
  const messages = fitting(all.toReversed()).toReversed()
  const first = messages[0]?.id
  const hasOlder = first !== undefined && (messages.length < all.length || !found_oldest)
  return { messages, ...(hasOlder ? { before: first } : {}) }
}

function anchorAt(position: Position): Pick<Window, 'anchor' | 'anchor_date'> {
  return 'id' in position
    ? { anchor: position.id }
    : { anchor: 'date', anchor_date: new Date(position.timeMs).toISOString() }
}

function windowFrom(start: Position, count: number): Window {
  if ('id' in start) {
    const anchor = Math.max(start.id - 1, 0)
    return { anchor, include_anchor: false, num_before: 0, num_after: count }
  }
  // The anchor of a date is itself a message of the narrow.
  return { ...anchorAt(start), include_anchor: true, num_before: 0, num_after: count - 1 }
}

/** The latest of several starts; undefined where no message is as late as one of them. */
async function latestOf(
  fetch: FetchWindow,
  starts: readonly Position[],
): Promise<Position | undefined> {
  let latest = 0
  for (const start of starts) {
    const id = 'id' in start ? start.id : (await fetch(windowFrom(start, 1))).messages[0]?.id
    if (id === undefined) return undefined
    latest = Math.max(latest, id)
  }
  return { id: latest }
}

function isBefore({ id, time }: AgentMessage, end: Position): boolean {
  return 'id' in end ? id < end.id : Date.parse(time) < end.timeMs
}

/** The first messages that fit one response, at least one. */
function fitting(messages: readonly AgentMessage[]): AgentMessage[] {
  let chars = 0
  const end = messages.findIndex(({ content }, index) => {
    chars += content.length
    return index > 0 && chars > AGENT_MESSAGES_MAX_CHARS
  })
  return end === -1 ? [...messages] : messages.slice(0, end)
}

/** Reads a message id, or a time by the caller's clock. Throws `invalid_input` with examples; `name` is that of the field. */
async function readPosition(
  name: string,
  written: string,
  clock: () => Promise<ReadingClock>,
): Promise<Position> {
  const text = written.trim()
  if (ID.test(text)) return { id: Number(text) }
  const read = await clock()
  const { readWrittenTime } = await import('../../lib/written-time.ts')
  const timeMs = readWrittenTime(text, read)
  if (timeMs !== undefined) return { timeMs: Math.max(timeMs, 0) }
  throw new OperationError('invalid_input', `${name} is neither a message id nor a known time.`, {
    hint: `Write e.g. 2026-01-31, 2026-01-31T18:00Z, yesterday, monday 14:00, 2 days ago or 30 minutes ago. Without a zone it is in ${read.zone || 'UTC'}.`,
  })
}
