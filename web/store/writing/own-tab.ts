/** Where a tab notes its id over reloads; a copy of a tab begins with the note of the other one. */
const NOTE = 'bellhop-tab'

/** What the lock of a living tab is called before its id; without locks, its heartbeat in the storage of the browser. */
const LOCK = 'bellhop-tab '

/** The document before a reload lets go of its lock within this time; whoever holds it longer is another tab. */
const RELOAD_MAX_MS = 1_500

/** How often it is looked whether a tab lives still. */
const LOOK_MS = 5_000

/** Heartbeats where there are no locks (pages that came without TLS); browsers let hidden tabs run once a minute. */
const BEAT_MS = 10_000
const BEAT_MAX_AGE_MS = 150_000

const locks = (navigator as { locks?: LockManager }).locks

let own = ''

/** Id of this tab, from `holdTab` on. */
export function ownTab(): string {
  return own
}

/** Takes the id that this tab had before a reload, or a new one, and holds it as long as the tab lives. */
export async function holdTab(): Promise<void> {
  if (own !== '') return
  const before = readNote()
  own = before !== null && (await hold(before)) ? before : newId()
  if (own !== before) await hold(own)
  try {
    sessionStorage.setItem(NOTE, own)
  } catch {
    // Then a reload is a new tab, which takes up what this one has left.
  }
}

/** Which of these tabs live. */
export async function findLiving(tabs: Iterable<string>): Promise<ReadonlySet<string>> {
  const held = locks
    ? new Set(((await locks.query()).held ?? []).map(({ name }) => name))
    : undefined
  return new Set([...tabs].filter((tab) => held?.has(LOCK + tab) ?? isBeating(tab)))
}

/**
 * Calls `work` once one of these tabs has ended: two looks have not found it, for between two documents of a tab that is loaded again
 * there is none. Waiting for its lock would stand before the tab itself. Returns what ends the waiting.
 */
export function onceEnded(tabs: ReadonlySet<string>, work: () => void): () => void {
  let missing: readonly string[] = []
  const look = async () => {
    const living = await findLiving(tabs)
    const gone = [...tabs].filter((tab) => !living.has(tab))
    const hasEnded = gone.some((tab) => missing.includes(tab))
    missing = gone
    if (!hasEnded) return
    clearInterval(timer)
    work()
  }
  const timer = tabs.size > 0 ? setInterval(() => void look(), LOOK_MS) : undefined
  return () => clearInterval(timer)
}

/** An id that no other tab or message has; pages without TLS have no `randomUUID`. */
export function newId(): string {
  return crypto.randomUUID?.() ?? `${Date.now()}.${Math.random()}`
}

function readNote(): string | null {
  try {
    return sessionStorage.getItem(NOTE)
  } catch {
    return null
  }
}

async function hold(tab: string): Promise<boolean> {
  if (!locks) return beat(tab)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const never = new Promise(() => {})
  locks
    .request(LOCK + tab, { signal: AbortSignal.timeout(RELOAD_MAX_MS) }, async () => {
      resolve(true)
      await never
    })
    .catch(() => resolve(false))
  return promise
}

function beat(tab: string): boolean {
  if (isBeating(tab)) return false
  const note = () => {
    try {
      localStorage.setItem(LOCK + tab, String(Date.now()))
    } catch {
      // Others take up what it keeps, and it goes on with its own.
    }
  }
  note()
  setInterval(note, BEAT_MS)
  addEventListener('pageshow', note)
  addEventListener('pagehide', () => localStorage.removeItem(LOCK + tab))
  return true
}

function isBeating(tab: string): boolean {
  return Date.now() - Number(localStorage.getItem(LOCK + tab) ?? 0) < BEAT_MAX_AGE_MS
}
