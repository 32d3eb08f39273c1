import { CallSuspended } from '../../contract/call-suspended.ts'
import { cancelled, type OperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import type { Call } from '../../contract/operation.ts'
import type { Receipt } from '../../contract/spending.ts'
import { PART_MIN_CHARS } from '../../markdown/limits.ts'
import { type FinishedPart, keepFinished, type PartResult, takeFinished } from './finished-parts.ts'
import { PICTURES_MAX_BYTES, READ_MAX_CHARS } from './limits.ts'
import { readAddress } from './read-address.ts'
import { isChatAddress } from './read-chat.ts'
import type { Readers, ReadRequest } from './reading.ts'

/** Input of one call. */
interface Question {
  urls: readonly string[]
  maxChars: number
  find?: string | undefined
  cursor?: string | undefined
}

/** What came of one address. */
export type Outcome = { address: string } & PartResult

/**
 * Reads several addresses side by side, each with its share of the room for text, and shows their pictures. Throws what is no
 * failure of one address: the end of the call, and a question to its user, with whose answer the same call is made again.
 */
export async function readAll(call: Call<Question>, readers: Readers): Promise<Outcome[]> {
  const { urls } = call.input
  const earlier = takeFinished(call)
  const refusals = new Map(earlier.refusals)
  let suspended: CallSuspended | undefined
  let done = 0
  const parts = await Promise.all(
    urls.map(async (address, index): Promise<FinishedPart | undefined> => {
      const known = earlier.parts.get(address)
      if (known) {
        for (const receipt of known.receipts) call.paid?.(receipt)
        return known
      }
      const receipts: Receipt[] = []
      try {
        // The first one was counted at the door.
        if (index > 0) call.admit?.()
        const reading = await readPart(call, address, readers, receipts, refusals)
        return { result: { reading }, receipts }
      } catch (thrown) {
        if (thrown instanceof CallSuspended) suspended ??= thrown
        else return { result: { error: failureOf(thrown, call) }, receipts }
        return undefined
      } finally {
        done += 1
        if (urls.length > 1) call.progress({ done, total: urls.length, message: 'addresses read' })
      }
    }),
  )
  if (call.signal.aborted) throw cancelled()
  if (suspended) {
    keepFinished(call, { parts: repeatable(call, parts), refusals })
    throw suspended
  }
  const outcomes = parts.flatMap((part, index) =>
    part ? { address: urls[index] ?? '', ...part.result } : [],
  )
  showPictures(call, outcomes)
  return outcomes
}

async function readPart(
  call: Call<Question>,
  address: string,
  readers: Readers,
  receipts: Receipt[],
  refusals: Map<string, number>,
) {
  const { urls, maxChars, find, cursor } = call.input
  const room = Math.min(maxChars, READ_MAX_CHARS)
  const share = Math.max(PART_MIN_CHARS, Math.floor(room / urls.length))
  const inner = {
    ...call,
    // Progress never goes back: that of one of several says nothing of the whole.
    ...(urls.length > 1 ? { progress: () => {} } : {}),
    paid(receipt: Receipt) {
      receipts.push(receipt)
      call.paid?.(receipt)
    },
  }
  const known = refusals.get(address)
  const request: ReadRequest = {
    maxChars: share,
    maxPictureBytes: Math.floor(PICTURES_MAX_BYTES / urls.length),
    find,
    cursor,
    ...(known === undefined ? {} : { refusals: known }),
    refused: (count) => void refusals.set(address, count),
  }
  return readAddress(inner, address, request, readers)
}

function failureOf(thrown: unknown, { services, input, signal }: Call<Question>): OperationError {
  return logFailure(services.log, thrown, { addresses: String(input.urls.length) }, signal)
}

/** Parts that need not be read again when a call is repeated: what was read, and what failed or was declined once it was asked for. */
function repeatable(
  { input, services }: Call<Question>,
  parts: readonly (FinishedPart | undefined)[],
): Map<string, FinishedPart> {
  const kept = new Map<string, FinishedPart>()
  for (const [index, part] of parts.entries()) {
    const address = input.urls[index] ?? ''
    // What the chat shows to the caller is looked up each time.
    const isOfChat = isChatAddress(address) || services.files.names(address)
    if (part && !isOfChat) kept.set(address, part)
  }
  return kept
}

/** Shows the pictures, which fit into one answer together. */
function showPictures(call: Call<unknown>, outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    const picture = 'reading' in outcome ? outcome.reading.picture : undefined
    if (!picture) continue
    const { bytes, mimeType } = picture
    call.show?.({ data: Buffer.from(bytes).toString('base64'), mimeType })
  }
}
