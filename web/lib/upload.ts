import { csrfToken, isPassing, isSignedOut, Refused } from './api.ts'

const VERSION = '1.0.0'

/** Bytes sent at once; after a break, no more than this is sent again. */
const PIECE_BYTES = 2 * 1024 * 1024

/** Pause after a failure, longer with each further one. An upload waits out a long time offline, and for its writer to sign in again. */
const PAUSE_MS = 1_500
const PAUSE_MAX_MS = 15_000
const FAILURES_MAX_COUNT = 200

/** Where an upload is, for links in messages. */
export interface Uploaded {
  url: string
  filename: string
}

/** Uploads a file in pieces (tus 1.0); goes on where it was after a break. Throws `Refused`. */
export async function upload(
  file: File,
  progress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  let place = ''
  for (let failures = 0; ;) {
    try {
      if (place === '') place = await create(file, signal)
      const response = await request('HEAD', place, signal)
      let offset = Number(response.headers.get('upload-offset') ?? 0)
      for (;;) {
        const piece = file.slice(offset, offset + PIECE_BYTES)
        const answer = await request(
          'PATCH',
          place,
          signal,
          {
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
          piece,
        )
        offset = Math.min(file.size, offset + piece.size)
        failures = 0
        progress(offset)
        if (answer.status === 200) return (await answer.json()) as Uploaded
      }
    } catch (thrown) {
      signal.throwIfAborted()
      failures += 1
      if (place !== '' && isGone(thrown)) place = ''
      else if (failures > FAILURES_MAX_COUNT || !mayGoOn(thrown)) throw thrown
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(PAUSE_MAX_MS, PAUSE_MS * failures)),
      )
    }
  }
}

async function create(file: File, signal: AbortSignal): Promise<string> {
  const created = await request('POST', '/api/v1/tus', signal, {
    'upload-length': String(file.size),
    'upload-metadata': `filename ${base64(file.name)},filetype ${base64(file.type)}`,
  })
  return created.headers.get('location') ?? ''
}

/** Whether an upload may succeed after a failure: one that meets its own earlier piece only has to ask how much has arrived. */
function mayGoOn(thrown: unknown): boolean {
  const isAhead = thrown instanceof Refused && thrown.status === 409
  return isAhead || isPassing(thrown) || isSignedOut(thrown)
}

/** Whether the server has given up an upload, which then begins again. */
function isGone(thrown: unknown): boolean {
  return thrown instanceof Refused && (thrown.status === 404 || thrown.status === 410)
}

async function request(
  method: string,
  path: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  body?: Blob,
): Promise<Response> {
  const response = await fetch(path, {
    method,
    signal,
    credentials: 'same-origin',
    headers: { 'tus-resumable': VERSION, 'x-csrftoken': csrfToken(), ...headers },
    ...(body ? { body } : {}),
  })
  if (response.ok) return response
  const text = await response.text()
  throw new Refused(response.status, { msg: messageIn(text) }, 0)
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { msg?: string }).msg ?? text
  } catch {
    return text
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
