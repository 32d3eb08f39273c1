import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { partsOf, LazyList } from '../lib/lazy-list.ts'
import { pack, PACKED_MIN_CHARS, type Packing, packingFor } from './compress.ts'
import { ANSWER_STALLED_MAX_MS } from './limits.ts'
import { holdsTag } from './serve-file.ts'
import { isFromThisMachine } from './through-proxy.ts'

/** An answer of up to this length is sent at once, a longer one in pieces. */
const WHOLE_MAX_CHARS = 1_000_000

/** Length of a piece, after which other calls have their turn. */
const PIECE_MIN_CHARS = 256 * 1024

/** Length of one after which others have their turn before the next answer of the same caller is made. */
const TURN_MIN_CHARS = 8 * 1024

/** Items written at once at first: one by one takes longer. While they are small, more follow. */
const STEP_ITEMS = 4

/** At most so many, and only while they were shorter than this together. */
const STEP_MAX_ITEMS = 128
const STEP_CHARS = 32 * 1024

/** Who paces an answer, and who is told of its end. */
export interface Sending {
  /** Waits until more of a large answer may be written, between its pieces. */
  awaitPace?: () => Promise<void>
  /** Hears how much was written after each time that it waited. */
  onWritten?: (chars: number) => void
  /** Called once nothing of it is left to send, or nobody takes it. */
  onEnd?: () => void
  /** Whether the client may ask for it again, and say that it has it. */
  mayRepeat?: boolean
}

/**
 * Sends a JSON object, whose fields may be lazy lists. A large one is written in pieces, each in a turn of its own and only
 * once the client has taken those before: nobody else waits for it, and its text never is in memory as a whole. What is not
 * short is packed where the client takes that and is on another machine, and has a tag where it may be asked for again.
 */
export async function answerJson(
  c: Context,
  body: Record<string, unknown>,
  {
    awaitPace = async () => {},
    onWritten = () => {},
    onEnd = () => {},
    mayRepeat = false,
  }: Sending = {},
): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const pieces = jsonPieces(body)
  let text = ''
  let isWhole = Object.values(body).every(isWrittenAtOnce)
  if (isWhole) text = JSON.stringify(body)
  while (!isWhole && text.length < WHOLE_MAX_CHARS) {
    const next = await pieces.next()
    if (next.done) isWhole = true
    else text += next.value
  }
  onWritten(text.length)
  if (text.length >= TURN_MIN_CHARS) await nextTurn()
  if (isWhole) {
    onEnd()
    return answerText(c, text, mayRepeat)
  }
  const stream = streamOf(text, pieces, { awaitPace, onWritten, onEnd })
  if (!packingOf(c, ['gzip'])) return c.body(stream, 200, headers)
  const packed = stream.pipeThrough(new CompressionStream('gzip'))
  return c.body(packed, 200, { ...headers, ...PACKED, 'content-encoding': 'gzip' })
}

const PACKED = { vary: 'accept-encoding' }

/** Sends a whole text; nothing of it where the client shows that it has it already (RFC 9110, section 13.1.2). */
async function answerText(c: Context, text: string, mayRepeat: boolean): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (text.length < PACKED_MIN_CHARS) return c.body(text, 200, headers)
  if (mayRepeat) {
    headers['etag'] = `W/"${hash('sha256', text, 'base64url').slice(0, 27)}"`
    headers['cache-control'] = 'private, no-cache'
    if (holdsTag(c.req.header('if-none-match') ?? null, headers['etag'])) {
      return c.body(null, 304, { etag: headers['etag'], 'cache-control': 'private, no-cache' })
    }
  }
  const packing = packingOf(c)
  if (!packing) return c.body(text, 200, headers)
  const packed = await pack(text, packing)
  return c.body(packed, 200, { ...headers, ...PACKED, 'content-encoding': packing })
}

/** The packing of an answer. Within one machine the text itself is there sooner. */
function packingOf(c: Context, offered?: readonly Packing[]): Packing | undefined {
  return isFromThisMachine(c) ? undefined : packingFor(c.req.header('accept-encoding'), offered)
}

function isWrittenAtOnce(value: unknown): boolean {
  return !isList(value) || (Array.isArray(value) && value.length <= STEP_ITEMS)
}

function isList(value: unknown): value is readonly unknown[] | LazyList<unknown> {
  return Array.isArray(value) || value instanceof LazyList
}

function streamOf(
  begun: string,
  pieces: AsyncGenerator<string, void>,
  { awaitPace, onWritten, onEnd }: Required<Omit<Sending, 'mayRepeat'>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let text: string | undefined = begun
  let stalled: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(stalled)
    text = undefined
    await pieces.return()
    onEnd()
  }
  const awaitReader = (controller: ReadableStreamDefaultController) => {
    stalled = setTimeout(() => {
      controller.error(new Error('The client took nothing of its answer for too long.'))
      void end()
    }, ANSWER_STALLED_MAX_MS).unref()
  }
  return new ReadableStream(
    {
      start: awaitReader,
      async pull(controller) {
        clearTimeout(stalled)
        if (text !== undefined) controller.enqueue(encoder.encode(text))
        text = undefined
        await nextTurn()
        try {
          await awaitPace()
          const { done, value } = await pieces.next()
          if (done) {
            controller.close()
            onEnd()
            return
          }
          onWritten(value.length)
          text = value
        } catch (thrown) {
          onEnd()
          throw thrown
        }
        awaitReader(controller)
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/**
 * Writes an object as JSON.
 *
 * @yields pieces that end between the items of its lists.
 */
async function* jsonPieces(body: Record<string, unknown>): AsyncGenerator<string, void> {
  let text = '{'
  for (const [name, value] of Object.entries(body)) {
    const comma = text === '{' ? '' : ','
    if (!isList(value)) {
      const json = JSON.stringify(value) as string | undefined
      if (json !== undefined) text += `${comma}${JSON.stringify(name)}:${json}`
      continue
    }
    text += `${comma}${JSON.stringify(name)}:[`
    let separator = ''
    for await (const part of partsOf<unknown>(value)) {
      let step = STEP_ITEMS
      for (let start = 0; start < part.length;) {
        const items = JSON.stringify(part.slice(start, start + step)).slice(1, -1)
        text += separator + items
        separator = ','
        start += step
        step = items.length < STEP_CHARS ? Math.min(2 * step, STEP_MAX_ITEMS) : STEP_ITEMS
        if (text.length >= PIECE_MIN_CHARS) {
          yield text
          text = ''
        }
      }
    }
    text += ']'
  }
  yield `${text}}`
}
