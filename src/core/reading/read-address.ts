import { OperationError, type ErrorCode } from '../../contract/errors.ts'
import type { Call } from '../../contract/operation.ts'
import { withScheme } from '../../contract/web-address.ts'
import { findTextKind } from '../../extract/text-kinds.ts'
import { URL_MAX_CHARS } from '../../net/limits.ts'
import { readArguments } from '../run/read-arguments.ts'
import { FetchOnce, OtherKind, type ReadKind } from './fetch-once.ts'
import { isChatAddress, readChat } from './read-chat.ts'
import { readPicture } from './read-picture.ts'
import type { Reader, Readers, Reading, ReadRequest } from './reading.ts'
import { runOther } from './run-other.ts'

/** Kinds that the reader of pages leaves to others. */
const OTHER_KINDS: ReadonlySet<ReadKind> = new Set(['pdf', 'feed', 'image', 'document'])

/**
 * Reads whatever is at an address: a page, a text, a PDF, a feed, a picture, a file of the chat or a place in it. What it is, is told by
 * its bytes, which are fetched once; the work is done by the operation for that kind, as if it had been called by itself. Throws
 * what that operation throws.
 */
export async function readAddress(
  call: Call<unknown>,
  written: string,
  request: ReadRequest,
  readers: Readers,
): Promise<Reading> {
  const address = withScheme(written.trim())
  if (address.length > URL_MAX_CHARS) throw tooLong()
  if (request.cursor !== undefined) return readOn(call, address, request, readers)
  if (isChatAddress(address) && !call.services.files.names(address)) {
    return readChat(call, address, request, await readers.chat())
  }
  const document = new FetchOnce(address, (kind) => !OTHER_KINDS.has(kind))
  const shared = { ...call, services: document.share(call.services) }
  try {
    if (request.refusals !== undefined) {
      return await readThere(notThere(), shared, address, request, readers)
    }
    const page = await readAs(readers.page, shared, address, request)
    const kind = document.kind
    if (kind === undefined || kind === 'html') return page
    return { ...page, kind: kind === 'text' ? (findTextKind(page.url ?? address) ?? kind) : kind }
  } catch (thrown) {
    if (thrown instanceof OtherKind) return await readOther(thrown.kind)
    const isTried = document.fetched !== undefined || request.refusals !== undefined
    if (isTried || !isOtherKindThere(thrown)) throw thrown
    return await readThere(thrown, shared, address, request, readers)
  } finally {
    document.release()
  }

  async function readOther(kind: ReadKind): Promise<Reading> {
    if (kind === 'image') return readPicture(shared, document.fetched, request.maxPictureBytes)
    const reader = kind === 'pdf' || kind === 'document' ? readers[kind] : readers.feed
    return readAs(reader, shared, address, request)
  }
}

async function readAs(
  reader: Reader,
  call: Call<unknown>,
  url: string,
  request: ReadRequest,
): Promise<Reading> {
  const { cursor } = request
  const args = { url, ...reader.args(request), ...(cursor === undefined ? {} : { cursor }) }
  const { output } = await runOther(call, reader.tool, args)
  return { kind: reader.kind, ...reader.read(output, request) }
}

/** Goes on where a cursor says, which tells by itself whose it is. */
async function readOn(
  call: Call<unknown>,
  url: string,
  request: ReadRequest,
  { page, pdf, feed, document }: Readers,
): Promise<Reading> {
  const args = { url, cursor: request.cursor }
  let refusal: unknown
  for (const reader of [page, pdf, feed, document]) {
    const { defaults } = reader.tool.agent ?? {}
    try {
      await readArguments(reader.tool, { ...args, ...reader.args(request) }, { defaults })
    } catch (thrown) {
      refusal ??= thrown
      continue
    }
    return readAs(reader, call, url, request)
  }
  throw refusal
}

function tooLong(): OperationError {
  const message = `The address is longer than ${URL_MAX_CHARS} characters.`
  return new OperationError('invalid_input', message, { hint: 'Give the address of a document.' })
}

const OTHER_KIND: ErrorCode = 'unsupported_content'

/** Whether another instance, which alone has seen the document, says that it is no page. */
function isOtherKindThere(thrown: unknown): thrown is OperationError {
  if (!(thrown instanceof OperationError)) return false
  const { there } = thrown.fields as { there?: { code?: unknown } }
  return thrown.code === OTHER_KIND || there?.code === OTHER_KIND
}

/** Asks the other instance for a PDF, then for a feed, then for another document, but for what it has refused before: it does not say what it has found. */
async function readThere(
  refusal: OperationError,
  call: Call<unknown>,
  address: string,
  request: ReadRequest,
  { pdf, feed, document }: Readers,
): Promise<Reading> {
  const { refusals = 1, refused } = request
  for (const [index, reader] of [pdf, feed, document].entries()) {
    // The page was refused first.
    if (index + 1 < refusals) continue
    refused?.(index + 1)
    try {
      return await readAs(reader, call, address, request)
    } catch (thrown) {
      if (!isOtherKindThere(thrown)) throw thrown
    }
  }
  throw refusal
}

function notThere(): OperationError {
  return new OperationError(OTHER_KIND, 'The other instance finds no document to read.', {
    hint: 'Use the address of a page, PDF or feed.',
  })
}
