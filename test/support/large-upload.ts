import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Account } from './bellhop.ts'
import { authorization } from './chat-uploads.ts'

const UPLOAD_BYTES = 50_000_000

/**
 * Expects a large file that is uploaded in pieces (tus 1.0.0) to come back whole: made at the first of the origins, each piece sent to
 * the next one in turn, and read at `readAt`.
 */
export async function expectWholeUpload(
  account: Account,
  pieceBytes: number,
  { fronts, readAt }: { fronts: readonly [string, ...string[]]; readAt: string },
): Promise<void> {
  const headers = { ...authorization(account), 'tus-resumable': '1.0.0' }
  const file = randomBytes(UPLOAD_BYTES)
  const made = await fetch(`${fronts[0]}/api/v1/tus`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(UPLOAD_BYTES),
      'upload-metadata': `filename ${btoa('noise.bin')}`,
    },
  })
  expect(made.status).toBe(201)
  const { pathname } = new URL(made.headers.get('location') ?? '', fronts[0])
  let answer = made
  for (let at = 0, n = 0; at < UPLOAD_BYTES; at += pieceBytes, n += 1) {
    answer = await fetch(new URL(pathname, fronts[n % fronts.length]), {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(at),
        'content-type': 'application/offset+octet-stream',
      },
      body: file.subarray(at, at + pieceBytes),
    })
    const sent = Math.min(UPLOAD_BYTES, at + pieceBytes)
    expect(answer.headers.get('upload-offset')).toBe(String(sent))
  }
  const { url } = (await answer.json()) as { url: string }
  const stored = await fetch(new URL(url, readAt), { headers: authorization(account) })
  expect(file.equals(new Uint8Array(await stored.arrayBuffer()))).toBe(true)
}
