import { csrfToken, isPassing, Refused } from './api.ts'

const VERSION = '1.0.0'

/** Bytes sent at once; after a break, no more than this is sent again. */
const PIECE_BYTES = 2 * 1024 * 1024

const RETRIES_MAX = 20
const PAUSE_MS = 1_500

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
  const created = await request('POST', '/api/v1/tus', signal, {
    'upload-length': String(file.size),
    'upload-metadata': `filename ${base64(file.name)},filetype ${base64(file.type)}`,
  })
  const place = created.headers.get('location') ?? ''
  for (let failures = 0; ;) {
    try {
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
      if (!isPassing(thrown) || failures > RETRIES_MAX) throw thrown
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
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
