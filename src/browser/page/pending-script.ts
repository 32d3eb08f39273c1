/** What scripts of a page wait for. */
export interface Pending {
  /** Milliseconds until the last of the timers that run once, and are near, is due; 0 where there is none. */
  timersMs: number
  /** Whether something is done in every frame, or nearly. */
  isTicking: boolean
  /** Workers that have not yet sent anything. */
  silentWorkers: number
  /** Whether a script of the document has done any of that. */
  hasRun: boolean
}

/** Milliseconds within which a timer is near. */
const NEAR_MS = 7_000
/** Timers of one length after which they are those of something that is done again and again. */
const REPEATS_MAX_COUNT = 3
/** Milliseconds between two turns of what moves a picture. */
const TICK_MAX_MS = 120
const TIMERS_MAX_COUNT = 2_000

/**
 * Runs before any other script of every document, and notes timers, frames and workers as they are asked for; what it needs it takes
 * before the page can replace it. `name` is unknown to the page; should it find what is kept there, it tells untruths of itself alone.
 */
export function notePendingScript(name: string): string {
  return `(() => {
  const { apply, construct } = Reflect
  const { now } = Date
  const due = Object.create(null)
  const repeats = Object.create(null)
  const fast = Object.create(null)
  let count = 0, ticked = 0, silent = 0, hasRun = false
  const wrap = (owner, name, handler) => {
    if (typeof owner[name] === 'function') owner[name] = new Proxy(owner[name], { __proto__: null, ...handler })
  }
  const msOf = (args) => { const ms = +args[1]; return ms > 0 ? ms : 0 }
  const called = (before) => ({ apply(target, self, args) {
    const result = apply(target, self, args)
    hasRun = true
    try { before(result, args) } catch {}
    return result
  } })
  wrap(globalThis, 'setTimeout', called((id, args) => {
    const ms = msOf(args)
    repeats[ms] = (repeats[ms] || 0) + 1
    if (repeats[ms] > ${REPEATS_MAX_COUNT}) { if (ms <= ${TICK_MAX_MS}) ticked = now() + ms }
    else if (ms <= ${NEAR_MS} && count < ${TIMERS_MAX_COUNT}) { count += 1; due[id] = now() + ms }
  }))
  wrap(globalThis, 'setInterval', called((id, args) => { if (msOf(args) <= ${TICK_MAX_MS}) fast[id] = true }))
  const clear = called((_, args) => {
    if (args[0] in due) { delete due[args[0]]; count -= 1 }
    delete fast[args[0]]
  })
  wrap(globalThis, 'clearTimeout', clear)
  wrap(globalThis, 'clearInterval', clear)
  wrap(globalThis, 'requestAnimationFrame', called(() => { ticked = now() }))
  const listen = EventTarget.prototype.addEventListener
  wrap(globalThis, 'Worker', { construct(target, args, made) {
    const worker = construct(target, args, made)
    silent += 1
    hasRun = true
    let isSilent = true
    const speak = (event) => {
      if (!event.isTrusted) return
      if (isSilent) silent -= 1
      isSilent = false
    }
    apply(listen, worker, ['message', speak])
    apply(listen, worker, ['error', speak])
    return worker
  } })
  Object.defineProperty(globalThis, ${JSON.stringify(name)}, { value: () => {
    const at = now()
    let last = 0, isFast = false
    for (const id in due) {
      if (due[id] < at - 50) { delete due[id]; count -= 1 }
      else if (due[id] > last) last = due[id]
    }
    for (const _ in fast) isFast = true
    return [last ? last - at + 1 : 0, isFast || at - ticked < ${TICK_MAX_MS}, silent, hasRun]
  } })
})()`
}

/** Asks a document what its scripts wait for; in the page's own world, so that the answer may be anything. */
export function askPendingScript(name: string): string {
  return `globalThis[${JSON.stringify(name)}]?.()`
}

/** The answer, where it is one. */
export function readPending(answer: unknown): Pending {
  const [timersMs, isTicking, silentWorkers, hasRun] = Array.isArray(answer) ? answer : []
  return {
    timersMs: typeof timersMs === 'number' ? Math.max(0, Math.min(NEAR_MS, timersMs)) : 0,
    isTicking: isTicking === true,
    silentWorkers: typeof silentWorkers === 'number' ? silentWorkers : 0,
    hasRun: hasRun !== false,
  }
}
