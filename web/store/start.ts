import { batch, signal } from '@preact/signals'
import { call, csrfToken, isPassing, isSignedOut, Refused } from '../lib/api.ts'
import type { ChatEvent } from '../lib/types.ts'
import { applyEvents } from './apply-events.ts'
import { followQueue, type Listener, pause } from './queue.ts'
import { type Queue, register } from './snapshot.ts'
import { connection, getState, session, setState, state } from './state.ts'
import { joinTabs, type Shared, type TabMessage, type Tabs } from './tabs.ts'
import { keepAll } from './writing/keep-drafts.ts'
import { dropAccount, unkeptCount } from './writing/kept.ts'
import { holdTab } from './writing/own-tab.ts'

/** Counts snapshots: with each one, what was loaded by calls besides may lack news and is asked for again. */
export const snapshots = signal(0)

/** The queue that events come of; a message that is being sent names it, so that its event is known again. */
export const queueId = signal('')

const RETRY_MS = 2_000

let queue: Queue = { id: '', lastEventId: -1 }
let running: AbortController | undefined
let isLeading = false
let ownTabs: Tabs | undefined

/** Begins to follow the chat, if somebody is signed in. Called again after each sign-in. */
export async function start(): Promise<void> {
  running?.abort()
  running = new AbortController()
  const { signal: ends } = running
  if (csrfToken() === '') {
    session.value = 'out'
    return
  }
  try {
    // What is heard of others is read with what this tab has kept.
    await holdTab()
    ends.throwIfAborted()
    const tabs: Tabs = joinTabs((message) => hear(message, tabs), ends)
    ownTabs = tabs
    if (await begin(tabs, ends)) await tabs.lead(async () => follow(tabs, ends), ends)
  } catch (thrown) {
    if (!ends.aborted) throw thrown
  }
}

/** How long the tabs of this browser may take to give the server what they have written. */
const KEEP_MAX_MS = 3_000
const KEEP_LOOK_MS = 100

/** Gives the server what is written in all tabs. Returns how many texts are in this browser alone, for it could not have them. */
export async function keepEverywhere(): Promise<number> {
  ownTabs?.say({ type: 'keep' })
  await keepAll()
  const me = state.me.peek() ?? 0
  for (const end = Date.now() + KEEP_MAX_MS; ;) {
    const count = unkeptCount(me)
    if (count === 0 || Date.now() > end) return count
    await new Promise((resolve) => setTimeout(resolve, KEEP_LOOK_MS))
  }
}

/** Ends the session of this browser, in all of its tabs. What they have written leaves this browser with its writer. */
export async function signOut(): Promise<void> {
  await call('POST', '/accounts/logout/')
  ownTabs?.say({ type: 'signed out' })
  leave()
}

function leave(): void {
  const me = state.me.peek()
  state.me.value = undefined
  if (me !== undefined) dropAccount(me)
  running?.abort()
  session.value = 'out'
  location.assign('/login')
}

/** Notes that the server does not know the session any more. Who had one stays where they are: what they write is kept. */
function noteEnd(): void {
  if (session.peek() === 'in') connection.value = 'ended'
  else session.value = 'out'
}

/** Gets a first state, of another tab or of the server. Returns whether somebody is signed in. */
async function begin(tabs: Tabs, ends: AbortSignal): Promise<boolean> {
  const shared = await tabs.ask()
  if (shared) {
    adopt(shared)
    connection.value = 'live'
    return true
  }
  return renew(ends)
}

/** Registers a queue, as often as it takes. Returns false for somebody who is not signed in. */
async function renew(ends: AbortSignal): Promise<boolean> {
  for (;;) {
    try {
      const registered = await register()
      ends.throwIfAborted()
      if (!registered) {
        noteEnd()
        return false
      }
      const { id, lastEventId } = registered.queue
      adopt({ queueId: id, lastEventId, state: registered.state })
      connection.value = 'live'
      return true
    } catch (thrown) {
      ends.throwIfAborted()
      if (isSignedOut(thrown)) {
        noteEnd()
        return false
      }
      if (!isPassing(thrown)) throw thrown
      connection.value = navigator.onLine ? 'connecting' : 'offline'
      const retryAfterMs = thrown instanceof Refused ? thrown.retryAfterSeconds * 1_000 : 0
      await pause(Math.max(RETRY_MS, retryAfterMs), ends)
    }
  }
}

function adopt({ queueId: id, lastEventId, state: next }: Shared): void {
  if (state.me.peek() !== undefined && state.me.peek() !== next.me) {
    // Somebody else has signed in: nothing of the one before stays in this page.
    location.reload()
    return
  }
  queue = { id, lastEventId }
  batch(() => {
    setState(next)
    queueId.value = id
    session.value = 'in'
    snapshots.value += 1
  })
}

/** Reads the queue for all tabs, until nobody is signed in. */
async function follow(tabs: Tabs, ends: AbortSignal): Promise<void> {
  isLeading = true
  try {
    do tabs.say({ type: 'state', shared: ownShare() })
    while ((await followQueue(queue, listenerOf(tabs), ends)) === 'gone' && (await renew(ends)))
    tabs.say({ type: 'ended' })
    noteEnd()
  } finally {
    isLeading = false
  }
}

function listenerOf(tabs: Tabs): Listener {
  return {
    take(events, lastEventId) {
      const after = queue.lastEventId
      tabs.say({ type: 'events', queueId: queue.id, after, lastEventId, events })
      take(events, lastEventId)
    },
    connected(isConnected) {
      if (isConnected === (connection.value === 'live')) return
      setConnected(isConnected)
      tabs.say({ type: 'connected', isConnected })
    },
  }
}

function take(events: readonly ChatEvent[], lastEventId: number): void {
  queue = { ...queue, lastEventId }
  applyEvents(events)
}

function setConnected(isConnected: boolean): void {
  connection.value = isConnected ? 'live' : navigator.onLine ? 'connecting' : 'offline'
}

function ownShare(): Shared {
  return { queueId: queue.id, lastEventId: queue.lastEventId, state: getState() }
}

/** Hears the tab that reads the queue; or, where this one does, one that is new. */
function hear(message: TabMessage, tabs: Tabs): void {
  switch (message.type) {
    case 'hello':
      // Whoever follows as well would answer with less.
      if (isLeading) tabs.say({ type: 'state', shared: ownShare() })
      break
    case 'state':
      if (connection.peek() === 'ended') void start()
      else if (
        message.shared.queueId !== queue.id ||
        message.shared.lastEventId > queue.lastEventId
      ) {
        adopt(message.shared)
      }
      break
    case 'events':
      hearEvents(message, tabs)
      break
    case 'connected':
      setConnected(message.isConnected)
      break
    case 'keep':
      void keepAll()
      break
    case 'ended':
      noteEnd()
      break
    default:
      leave()
  }
}

function hearEvents(
  { queueId: id, after, lastEventId, events }: Extract<TabMessage, { type: 'events' }>,
  tabs: Tabs,
): void {
  if (id === queue.id && lastEventId <= queue.lastEventId) return
  if (id === queue.id && after === queue.lastEventId) {
    connection.value = 'live'
    take(events, lastEventId)
    return
  }
  // Something was missed, while this tab was frozen.
  void tabs.ask().then((shared) => shared && adopt(shared))
}
