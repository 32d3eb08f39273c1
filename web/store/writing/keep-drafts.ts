import { effect, untracked } from '@preact/signals'
import { call, isPassing, Refused } from '../../lib/api.ts'
import { onEvent } from '../apply-events.ts'
import { connection, state } from '../state.ts'
import { dropRecord, keptRecords } from './kept.ts'
import { excessOf } from './length.ts'
import { findLiving } from './own-tab.ts'
import {
  deleted,
  draftIdOf,
  dropWriting,
  isSettled,
  noteWriting,
  type Posted,
  synchronizes,
  takeUpRemains,
  type Writing,
  writings,
} from './writings.ts'

/** How often the server is given what is being written, however long somebody writes without a pause. */
const EVERY_MS = 2_000

/** When it is tried again where the server was not reached. */
const AGAIN_MS = 10_000

/** Texts sent for a draft that are known again in the news. */
const SENT_MAX_COUNT = 8

/** How late a draft may come to the server that its tab sent. */
const LATE_MAX_SECONDS = 3_600

/** Drafts of one text that are known again, should they come to the server after all. */
const POSTED_MAX_COUNT = 4

const timers = new Map<string, ReturnType<typeof setTimeout>>()
const busy = new Set<string>()
const sent = new Map<number, string[]>()

/** Gives the server a text soon. */
export function keepSoon(key: string, afterMs = EVERY_MS): void {
  if (timers.has(key)) return
  const timer = setTimeout(() => {
    timers.delete(key)
    void keepNow(key)
  }, afterMs)
  timers.set(key, timer)
}

/** Gives the server everything that it has not got. Returns once it has answered, or could not be reached. */
export async function keepAll(): Promise<void> {
  const keys = [...writings.peek()].filter(([, one]) => one.isOwn && !one.isWhole)
  await Promise.all(keys.map(async ([key]) => keepNow(key)))
}

async function keepNow(key: string): Promise<void> {
  const writing = writings.peek().get(key)
  if (!writing?.isOwn || writing.isWhole || !synchronizes()) return
  if (state.me.peek() === undefined || connection.peek() === 'ended') return
  if (busy.has(key)) {
    keepSoon(key)
    return
  }
  busy.add(key)
  try {
    await sendDraft(key, writing)
    const now = writings.peek().get(key)
    if (now && !now.isWhole && contentOf(now) !== contentOf(writing)) keepSoon(key)
  } catch (thrown) {
    if (isPassing(thrown)) keepSoon(key, AGAIN_MS)
    else if (thrown instanceof Refused && writing.draftId !== undefined && !isEnded(thrown)) {
      // It was deleted elsewhere: the text is a new draft.
      noteWriting(key, { draftId: undefined })
      if (contentOf(writing) !== '') keepSoon(key)
    }
    // Otherwise it is in this browser still, and given again with the next word.
  } finally {
    busy.delete(key)
  }
}

const isEnded = ({ status }: Refused) => status === 401 || status === 403

/** What the server keeps of a text: nothing of spaces alone, and nothing that it would cut. */
function contentOf({ text }: Writing): string {
  return text.trim() === '' ? '' : text
}

async function sendDraft(key: string, writing: Writing): Promise<void> {
  const content = contentOf(writing)
  const draftId = draftIdOf(writing)
  if (content === '') {
    if (draftId !== undefined) {
      deleted.add(draftId)
      await send('DELETE', `drafts/${draftId}`)
    }
    noteSent(key, content, undefined)
    return
  }
  if (excessOf(content) > 0) return
  const { to } = writing
  const seconds = Math.floor(Date.now() / 1_000)
  const fields = {
    type: to.kind === 'topic' ? 'stream' : 'private',
    to: to.kind === 'topic' ? [to.channel] : to.people,
    topic: to.kind === 'topic' ? to.topic : '',
    content,
    timestamp: seconds,
  }
  if (draftId === undefined) {
    const posted = { seconds, to, text: content.trimEnd() }
    noteWriting(key, { posted: [...writing.posted, posted].slice(-POSTED_MAX_COUNT) })
    const { ids } = await send<{ ids: readonly number[] }>('POST', 'drafts', { drafts: [fields] })
    noteSent(key, content, ids[0], posted)
  } else {
    const before = sent.get(draftId) ?? []
    sent.set(draftId, [...before, content.trimEnd()].slice(-SENT_MAX_COUNT))
    await send('PATCH', `drafts/${draftId}`, { draft: fields })
    noteSent(key, content, draftId)
  }
}

/** Calls a route, also while the page goes away. */
async function send<Result extends object>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  fields = {},
): Promise<Result> {
  return call<Result>(method, path, fields, undefined, true)
}

function noteSent(
  key: string,
  content: string,
  draftId: number | undefined,
  answered?: Posted,
): void {
  const now = writings.peek().get(key)
  if (!now) {
    if (draftId !== undefined) void send('DELETE', `drafts/${draftId}`).catch(() => {})
    return
  }
  const after = Date.now() / 1_000 - LATE_MAX_SECONDS
  const posted = now.posted.filter((one) => one !== answered && one.seconds > after)
  noteWriting(key, { draftId, posted, isWhole: contentOf(now) === content })
}

/** Deletes the drafts of texts that were sent by tabs which have ended. */
export async function deleteRemains(): Promise<void> {
  for (const key of await takeUpRemains()) void keepNow(key)
}

/** Throws a draft away, with what this browser keeps of it; what another tab writes stays that tab's. */
export async function throwAway(draftId: number): Promise<void> {
  for (const [key, writing] of writings.peek()) if (draftIdOf(writing) === draftId) dropWriting(key)
  const kept = keptRecords(state.me.peek()).filter(({ value }) => draftIdOf(value) === draftId)
  const living = await findLiving(kept.map(({ tab }) => tab))
  for (const { key, tab } of kept) if (!living.has(tab)) dropRecord(key)
  deleted.add(draftId)
  await call('DELETE', `drafts/${draftId}`)
}

onEvent((event) => {
  if (event.type !== 'drafts' || event.op === 'add') return
  const id = event.op === 'remove' ? event.draft_id : event.draft.id
  for (const [key, writing] of writings.peek()) {
    if (writing.draftId !== id) continue
    if (event.op === 'remove') {
      if (!writing.isOwn || isSettled(writing)) dropWriting(key)
      else noteWriting(key, { draftId: undefined, isWhole: false })
    } else if (writing.isOwn && !isEcho(id, event.draft.content, writing)) {
      // Another device writes on with it: what is here is a draft of its own.
      noteWriting(key, { draftId: undefined, isWhole: false })
    }
  }
})

function isEcho(id: number, content: string, { text }: Writing): boolean {
  return content === text.trimEnd() || (sent.get(id) ?? []).includes(content)
}

// What could not be kept is kept as soon as the server is there again, and before the page goes away.
effect(() => {
  if (connection.value === 'live') void untracked(keepAll)
})
addEventListener('pagehide', () => void keepAll())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void keepAll()
})
