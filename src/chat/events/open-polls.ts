import type { Chat } from '../kernel/types.ts'

/** Most queues that are remembered as polled here. */
const POLLED_MAX_COUNT = 50_000

/** What processes ring when a queue is polled at them from a position on, or is gone: that no earlier poll of it goes on. */
const NEWS = /^poll (\S+) (\d+)$/

/** Where no poll begins: it comes after all. */
const END = Number.MAX_SAFE_INTEGER

/** The last poll of a queue here. */
interface QueuePoll {
  /** The position from which on it asked. */
  from: number
  /** Undefined when it is over: the next one takes its place. */
  ending: AbortController | undefined
}

/** What a process knows of polls. */
interface Polls {
  /** The last poll of each queue: a second one ends the first. */
  last: Map<string, QueuePoll>
  /** Queues that were last polled here: others need not be told of the next poll. */
  here: Set<string>
}

const polls = new WeakMap<Chat, Polls>()

function pollsOf(chat: Chat): Polls {
  const known = polls.get(chat) ?? { last: new Map(), here: new Set() }
  polls.set(chat, known)
  return known
}

/** Notes an open poll of a queue from a position on, and ends the one before, in this process or another. */
export function beginPoll(chat: Chat, queueId: string, from: number): AbortController {
  const ending = new AbortController()
  const { last, here } = pollsOf(chat)
  endOpenPoll(chat, queueId)
  if (last.size >= POLLED_MAX_COUNT) forgetFinished(last)
  last.set(queueId, { from, ending })
  const { doorbell } = chat.store
  if (!doorbell || here.has(queueId)) return ending
  doorbell.ring(`poll ${queueId} ${from}`)
  here.add(queueId)
  const [oldest] = here.size > POLLED_MAX_COUNT ? here : []
  if (oldest !== undefined) here.delete(oldest)
  return ending
}

function forgetFinished(last: Map<string, QueuePoll>): void {
  for (const [id, { ending }] of last) if (!ending) last.delete(id)
}

/** Notes that a poll is over, unless another one has taken its place. */
export function finishPoll(chat: Chat, queueId: string, ending: AbortController): void {
  const poll = pollsOf(chat).last.get(queueId)
  if (poll?.ending === ending) poll.ending = undefined
}

function endOpenPoll(chat: Chat, queueId: string): void {
  pollsOf(chat).last.get(queueId)?.ending?.abort()
}

/** Ends the poll open on a queue in any process. */
export function endPollEverywhere(chat: Chat, queueId: string): void {
  endOpenPoll(chat, queueId)
  const { last, here } = pollsOf(chat)
  last.delete(queueId)
  here.delete(queueId)
  chat.store.doorbell?.ring(`poll ${queueId} ${END}`)
}

/** Ends polls here of queues that are polled elsewhere, or deleted there. */
export function hearOfPolls(chat: Chat): void {
  chat.store.doorbell?.onRing((news) => {
    const { last, here } = pollsOf(chat)
    if (news === undefined) {
      // Any queue may be polled elsewhere by now.
      here.clear()
      return
    }
    const [, queueId, position] = NEWS.exec(news) ?? []
    if (queueId === undefined) return
    const { ending, from = 0 } = last.get(queueId) ?? {}
    // A ring may come late, when the client is here again.
    if (ending && from > Number(position)) return
    here.delete(queueId)
    endOpenPoll(chat, queueId)
  })
}
