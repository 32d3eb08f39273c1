import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, repeat, sumOf } from './attack.ts'

const BODY_BYTES = 16 * 1_024 * 1_024
const WHOLE_AT_ONCE = 12
const SLOW_AT_ONCE = 100
const DRIP_BYTES = 16_384
const DRIP_INTERVAL_MS = 500

const JSON_TYPE = { 'content-type': 'application/json' }

/** Sends bodies of the largest size to convert, and a hundred more that arrive slowly. */
export const start: Attack = async (target, signal) => {
  const whole = bodyOf(BODY_BYTES)
  const quick = repeat(target, signal, WHOLE_AT_ONCE, async (caller) =>
    caller.send('/convert', { headers: { ...caller.bearer, ...JSON_TYPE }, body: whole, signal }),
  )
  const slow = repeat(target, signal, SLOW_AT_ONCE, async (caller) => {
    const headers = { ...caller.bearer, ...JSON_TYPE, 'content-length': String(whole.length) }
    return caller.send('/convert', { headers, body: drip(whole, signal), signal })
  })
  return sumOf(await Promise.all([quick, slow]))
}

/** A request to make a table of so many bytes. */
function bodyOf(bytes: number): Buffer {
  const [before, after] = ['{"from":"csv","to":"markdown","data":"', '"}']
  const row = 'a,b,c,d,e,f,g,h\\n'
  const count = Math.floor((bytes - before.length - after.length) / row.length)
  return Buffer.from(before + row.repeat(count) + after)
}

async function* drip(whole: Buffer, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let at = 0; at < whole.length && !signal.aborted; at += DRIP_BYTES) {
    yield whole.subarray(at, at + DRIP_BYTES)
    await sleep(DRIP_INTERVAL_MS, undefined, { signal })
  }
}
