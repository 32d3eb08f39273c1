import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { partsOf, LazyList } from '../../lib/lazy-list.ts'
import { isFromThisMachine } from '../callers/peer.ts'
import { ANSWER_STALLED_MAX_MS } from '../limits.ts'
import { pack, PACKED_MIN_CHARS, type Packing, packingFor } from './compress.ts'
import { holdsTag } from './serve-file.ts'

/** An answer of up to this length is sent at once, unless it is paced; a longer one in pieces. */
const WHOLE_MAX_CHARS = 1_000_000

/** Bytes written before other calls have their turn. */
export const PIECE_MAX_BYTES = 256 * 1024

/** Length of a text that never takes more: a UTF-16 unit takes up to three bytes. */
const PIECE_MAX_CHARS = Math.floor(PIECE_MAX_BYTES / 3)

/** Length of one after which others have their turn before the next answer of the same caller is made. */
const TURN_MIN_CHARS = 8 * 1024

/** Characters written at once: longer values are taken apart, as far as they can be. */
const STEP_MAX_CHARS = 32 * 1024

/** Length that is counted for a number, and for the name of a field besides its own. */
const SHORT_CHARS = 8

type Fields = Readonly<Record<string, unknown>>

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
  /** Whether it is sent in pieces also where it is not that long. */
  isPaced?: boolean
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
    isPaced = false,
  }: Sending = {},
): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const pieces = jsonPieces(body)
  const wholeMaxChars = isPaced ? PIECE_MAX_CHARS : WHOLE_MAX_CHARS
  let text = ''
  let isWhole = countChars(body) <= STEP_MAX_CHARS
  if (isWhole) text = JSON.stringify(body)
  while (!isWhole && text.length < wholeMaxChars) {
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

/** About how long a value is as JSON; Infinity where that is longer than what is written at once, or not known yet. */
function countChars(value: unknown): number {
  if (value instanceof LazyList) return Infinity
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return SHORT_CHARS
  let chars = SHORT_CHARS
  for (const name of Object.keys(value)) {
    chars +=
      (Array.isArray(value) ? 0 : name.length + SHORT_CHARS) + countChars((value as Fields)[name])
    if (chars > STEP_MAX_CHARS) return Infinity
  }
  return chars
}

function streamOf(
  begun: string,
  pieces: AsyncGenerator<string, void>,
  { awaitPace, onWritten, onEnd }: Required<Omit<Sending, 'mayRepeat' | 'isPaced'>>,
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
 * @yields pieces of up to `PIECE_MAX_BYTES`.
 */
async function* jsonPieces(body: Record<string, unknown>): AsyncGenerator<string, void> {
  let text = ''
  let bytes = 0
  for await (const next of jsonTexts(body)) {
    for (const part of cut(next)) {
      const partBytes = Buffer.byteLength(part)
      if (bytes + partBytes > PIECE_MAX_BYTES) {
        yield text
        text = ''
        bytes = 0
      }
      text += part
      bytes += partBytes
    }
  }
  yield text
}

/**
 * Cuts a text, never between the two halves of a character.
 *
 * @yields parts of up to `PIECE_MAX_CHARS`.
 */
function* cut(text: string): Generator<string, void> {
  let start = 0
  while (text.length - start > PIECE_MAX_CHARS) {
    const end = start + PIECE_MAX_CHARS - (isLowSurrogate(text, start + PIECE_MAX_CHARS) ? 1 : 0)
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}

function isLowSurrogate(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00
}

/**
 * Writes a value as JSON.
 *
 * @yields what is written at once.
 */
async function* jsonTexts(value: unknown): AsyncGenerator<string, void> {
  if (Array.isArray(value) || value instanceof LazyList) yield* listTexts(value)
  else if (typeof value === 'object' && value !== null) yield* objectTexts(value as Fields)
  else yield JSON.stringify(value)
}

async function* listTexts(
  list: readonly unknown[] | LazyList<unknown>,
): AsyncGenerator<string, void> {
  let separator = '['
  let step: unknown[] = []
  let stepChars = 0
  const written = () => {
    const text = separator + JSON.stringify(step).slice(1, -1)
    separator = ','
    step = []
    stepChars = 0
    return text
  }
  for await (const part of partsOf<unknown>(list)) {
    for (const item of part) {
      const chars = countChars(item)
      if (step.length > 0 && stepChars + chars > STEP_MAX_CHARS) yield written()
      if (chars > STEP_MAX_CHARS) {
        yield separator
        yield* jsonTexts(item)
        separator = ','
      } else {
        step.push(item)
        stepChars += chars
      }
    }
  }
  if (step.length > 0) yield written()
  yield separator === '[' ? '[]' : ']'
}

async function* objectTexts(fields: Fields): AsyncGenerator<string, void> {
  let separator = '{'
  for (const [name, field] of Object.entries(fields)) {
    const label = `${separator}${JSON.stringify(name)}:`
    if (countChars(field) > STEP_MAX_CHARS) {
      yield label
      yield* jsonTexts(field)
    } else {
      const json = JSON.stringify(field) as string | undefined
      if (json === undefined) continue
      yield label + json
    }
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
