import { type Attack, repeat } from './attack.ts'

const AT_ONCE = 100

/** Reads a hundred pages at once that never end. */
export const start: Attack = async (target, signal) =>
  repeat(target, signal, AT_ONCE, async (caller, n) =>
    caller.call('/extract', { url: `${target.origin}/slow?${n}` }, { signal }),
  )
