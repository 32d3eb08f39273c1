import { Readable } from 'node:stream'
import type { ServedFile } from '../../contract/chat.ts'

/** What a file may do in a browser: be seen and heard. It runs nothing, loads nothing and is of no origin. */
const CONTENT_POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"

/**
 * Serves a file or a range of it (RFC 9110 sections 13 and 14). Only passive media are shown inline; everything else is a
 * download with a neutral content type.
 */
export async function serveFile(request: Request, file: ServedFile): Promise<Response> {
  const tag = `"${file.version}"`
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': file.isPublic ? 'public, max-age=86400' : 'private, no-cache',
    'content-disposition': disposition(file),
    'content-security-policy': CONTENT_POLICY,
    'content-type': file.mediaType ?? 'application/octet-stream',
    'cross-origin-resource-policy': file.isPublic ? 'cross-origin' : 'same-origin',
    etag: tag,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  if (holdsTag(request.headers.get('if-none-match'), tag)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  const ifRange = request.headers.get('if-range') ?? tag
  const range = ifRange === tag ? readRange(request.headers.get('range'), file.bytes) : undefined
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.bytes}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.bytes}`)
  const status = range ? 206 : 200
  const isEmpty = request.method === 'HEAD' || file.bytes === 0
  if (isEmpty) return new Response(null, { status, headers })
  const stream = await file.read(range)
  // The types of Node and of the language describe the same stream.
  return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers })
}

/** Whether a list of tags holds one, strong or weak (RFC 9110, section 8.8.3.2). */
export function holdsTag(header: string | null, tag: string): boolean {
  if (header === null) return false
  const strong = (one: string) => one.trim().replace(/^W\//, '')
  return header.split(',').some((one) => strong(one) === strong(tag) || one.trim() === '*')
}

/** One range of bytes; several at once, and what is none, count as no wish. */
function readRange(
  header: string | null,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), bytes)
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 }
  }
  const start = Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= bytes ? 'unsatisfiable' : { start, end }
}

/** Name of a file for saving (RFC 6266), in ASCII for old programs and as it is. */
function disposition({ name, mediaType }: ServedFile): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const kind = mediaType === undefined ? 'attachment' : 'inline'
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
