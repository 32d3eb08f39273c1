import type { Address, Attachment, Email } from 'postal-mime'
import { cleanLine } from '../../lib/text.ts'
import { damagedPackage } from '../refusals.ts'

/** A file that is attached to a mail. */
export interface AttachedFile {
  /** Name of its own in the mail. */
  name: string
  bytes: Uint8Array
  mediaType: string
  /** Whether the text shows it, as mails do with pictures. */
  isShown: boolean
}

/** A mail with its parts, whose count and depth are bounded. */
export interface Mail extends Omit<Email, 'attachments'> {
  files: AttachedFile[]
}

/** Lines that may begin a part; a mail with more is read up to there. */
const PARTS_MAX_COUNT = 5_000
const DEPTH_MAX_LEVELS = 30
const HEADERS_MAX_BYTES = 1_000_000
const NAME_MAX_CHARS = 200

/** Reads a mail (RFC 5322, MIME). Messages within it are attached files. Throws `unparsable`. */
export async function parseMail(bytes: Uint8Array): Promise<Mail> {
  const { default: PostalMime } = await import('postal-mime')
  try {
    const { attachments, ...mail } = await PostalMime.parse(boundedMail(bytes), {
      forceRfc822Attachments: true,
      maxNestingDepth: DEPTH_MAX_LEVELS,
      maxHeadersSize: HEADERS_MAX_BYTES,
    })
    return { ...mail, files: namedFiles(attachments) }
  } catch (thrown) {
    throw damagedPackage(thrown)
  }
}

/** The attached file of a name, as the list of a mail names it, or of a number in that list. */
export async function findAttachment(
  bytes: Uint8Array,
  name: string,
): Promise<Uint8Array | undefined> {
  const { files } = await parseMail(bytes)
  const listed = files.filter(({ isShown }) => !isShown)
  const found =
    files.find((file) => file.name === name) ??
    (/^[1-9]\d{0,4}$/.test(name) ? listed[Number(name) - 1] : undefined)
  return found?.bytes
}

/** Addresses in one line, each with its name. */
export function addressLine(addresses: readonly Address[]): string {
  return addresses
    .flatMap((address) => ('group' in address && address.group ? address.group : [address]))
    .map(({ name, address }) =>
      name === '' || name === address ? address : address === '' ? name : `${name} (${address})`,
    )
    .join(', ')
}

/** The bytes up to where there are too many parts; without what mailboxes write before a mail. */
function boundedMail(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const from = buffer.subarray(0, 5).toString('latin1') === 'From ' ? buffer.indexOf('\n') + 1 : 0
  let at = from
  for (let count = 0; count < PARTS_MAX_COUNT; count += 1) {
    at = buffer.indexOf('\n--', at + 1)
    if (at === -1) return buffer.subarray(from)
  }
  return buffer.subarray(from, at)
}

function namedFiles(attachments: readonly Attachment[]): AttachedFile[] {
  const taken = new Map<string, number>()
  return attachments.map(({ filename, mimeType, content, related, disposition }, index) => {
    const written = cleanLine(filename ?? '', NAME_MAX_CHARS)
      .replaceAll(/[\\/]/g, '_')
      .trim()
    const name = ownName(/^\.*$/.test(written) ? defaultName(mimeType, index + 1) : written, taken)
    const isShown =
      related === true && disposition !== 'attachment' && mimeType.startsWith('image/')
    return { name, bytes: bytesOf(content), mediaType: mimeType, isShown }
  })
}

/** A name that no other file has: `name-2.pdf`. Of each name that is taken it is kept how often it was asked for. */
function ownName(name: string, taken: Map<string, number>): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let number = taken.get(name) ?? 0
  let own = name
  do {
    number += 1
    if (number > 1) own = `${stem}-${number}${ending}`
  } while (taken.has(own))
  taken.set(name, number)
  taken.set(own, Math.max(taken.get(own) ?? 0, 1))
  return own
}

const ENDINGS: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'image/jpeg': 'jpg',
}

function defaultName(mediaType: string, number: number): string {
  const ending = Object.hasOwn(ENDINGS, mediaType)
    ? ENDINGS[mediaType]
    : (/\/([a-z0-9]{2,5})$/.exec(mediaType)?.[1] ?? 'bin')
  return `part-${number}.${ending}`
}

function bytesOf(content: Attachment['content']): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}
