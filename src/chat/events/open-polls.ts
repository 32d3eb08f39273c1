import type { Chat } from '../kernel/types.ts'

/** Most queues that are remembered as polled here. */
const POLLED_MAX_COUNT = 50_000

/** What processes ring when a queue is polled at them from a position on, or is gone: that no earlier poll of it goes on. */
const NEWS = /^poll (\S+) (\d+)$/

/** Where no poll begins: it comes after all. */
const END = Number.MAX_SAFE_INTEGER

/** An open poll, and the position from which on it asks. */
interface OpenPoll {
  from: number
  ending: AbortController
}

/** What a process knows of polls. */
interface Polls {
  /** Open polls by queue: a second poll of a queue ends the first. */
  open: Map<string, OpenPoll>
  /** Queues that were last polled here: others need not be told of the next poll. */
  here: Set<string>
}

const polls = new WeakMap<Chat, Polls>()

function pollsOf(chat: Chat): Polls {
  const known = polls.get(chat) ?? { open: new Map(), here: new Set() }
  polls.set(chat, known)
  return known
}

/** Notes an open poll of a queue from a position on, and ends the one before, in this process or another. */
export function beginPoll(chat: Chat, queueId: string, from: number): AbortController {
  const ending = new AbortController()
  const { open, here } = pollsOf(chat)
  endOpenPoll(chat, queueId)
  open.set(queueId, { from, ending })
  const { doorbell } = chat.store
  if (!doorbell || here.has(queueId)) return ending
  doorbell.ring(`poll ${queueId} ${from}`)
  here.add(queueId)
  const [oldest] = here.size > POLLED_MAX_COUNT ? here : []
  if (oldest !== undefined) here.delete(oldest)
  return ending
}

/** Forgets a poll that is over. */
export function finishPoll(chat: Chat, queueId: string, ending: AbortController): void {
  const { open } = pollsOf(chat)
  if (open.get(queueId)?.ending === ending) open.delete(queueId)
}

function endOpenPoll(chat: Chat, queueId: string): void {
  pollsOf(chat).open.get(queueId)?.ending.abort()
}

/** Ends the poll open on a queue in any process. */
export function endPollEverywhere(chat: Chat, queueId: string): void {
  endOpenPoll(chat, queueId)
  pollsOf(chat).here.delete(queueId)
  chat.store.doorbell?.ring(`poll ${queueId} ${END}`)
}

/** Ends polls here of queues that are polled elsewhere, or deleted there. */
export function hearOfPolls(chat: Chat): void {
  chat.store.doorbell?.onRing((news = '') => {
    const [, queueId, position] = NEWS.exec(news) ?? []
    if (queueId === undefined) return
    const { open, here } = pollsOf(chat)
    // A ring may come late, when the client is here again.
    if ((open.get(queueId)?.from ?? 0) > Number(position)) return
    here.delete(queueId)
    endOpenPoll(chat, queueId)
  })
}
