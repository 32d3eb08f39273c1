import { Readable } from 'node:stream'
import { z } from 'zod'
import type { UploadedFile } from '../../contract/chat.ts'
import type { Fetched } from '../../contract/net.ts'
import type { Call, IncomingFile } from '../../contract/operation.ts'
import type { ResultLink } from '../../contract/result-view.ts'
import { isLocalAddress } from '../../contract/web-address.ts'
import { AGENT_UPLOAD_MAX_BYTES } from '../files/limits.ts'
import { badRequest } from '../kernel/failures.ts'
import { replaceable } from './inputs.ts'

const fileFields = {
  filename: z.string().optional().describe('Name with its ending.'),
  text: z.string().optional().describe('Content; or give base64 or url.'),
  base64: z.string().optional().describe('Content in Base64.'),
  url: z.string().optional().describe('Public address of the content.'),
}

/** File content given by a model. */
interface Content {
  text?: string | undefined
  base64?: string | undefined
  url?: string | undefined
}

/** The route, as far as it is used here. */
type Upload<Input, Result> = (input: Input, file: IncomingFile) => Promise<Result>

/**
 * A file from a model: text, bytes, a public URL, or the path of a file that this server may read for its user: below the folders that
 * they named, and nowhere else, since prompt injection could name any.
 */
export const fileOfModel = {
  description: 'Upload a file to the chat; it is seen once a message holds the link.',
  input: () => fileFields,
  output: z.object({
    markdown: z.string().describe('Link to put into a message.'),
    uri: z.string().describe('Address of the file as a resource.'),
  }),
  text: ({ markdown }: { markdown: string }) => `Put this into a message: ${markdown}`,
  links: ({ markdown, uri }: { markdown: string; uri: string }): ResultLink[] => [
    { uri, name: markdown.slice(1, markdown.lastIndexOf('](')) },
  ],
  async run(
    call: Call<Content & { filename?: string | undefined }>,
    upload: Upload<Record<string, never>, UploadedFile>,
  ) {
    const { url, filename = lastNameOf(url) } = call.input
    if (filename === undefined) throw badRequest('filename: missing; a name with its ending.')
    const content = await contentOf(call)
    const { writeMarkdownLink } = await import('../files/names.ts')
    const file = await upload({}, fileOf(filename, content))
    const uri = file.url.replace(/^\/user_uploads\//, 'chat://file/')
    return { markdown: writeMarkdownLink(file), uri }
  },
}

/** A custom emoji from a model: image bytes or a public URL. */
export const emojiOfModel = {
  description: 'Add a custom emoji to the chat, for everybody.',
  input: ({ emoji_name }: { emoji_name: z.ZodString }) => ({
    name: replaceable(emoji_name),
    base64: fileFields.base64.describe('PNG, GIF, JPEG or WebP in Base64.'),
    url: fileFields.url,
  }),
  replaced: { name: 'emoji_name' },
  async run(
    call: Call<Content & { name: string | undefined }>,
    upload: Upload<{ emoji_name: string }, Record<string, never>>,
    { given }: { given: Readonly<Record<string, unknown>> },
  ) {
    const { name = String(given['emoji_name']) } = call.input
    const emoji_name = name.replaceAll(':', '')
    return upload({ emoji_name }, fileOf(emoji_name, await contentOf(call)))
  },
}

/** A picture from a model, of an account or of the organization: image bytes or a public URL. */
export const pictureOfModel = {
  input: () => pictureFields,
  run: async <Result>(call: Call<Content>, upload: Upload<Record<string, never>, Result>) =>
    upload({}, await pictureOf(call)),
}

/** Fields of a tool that takes a picture. */
export const pictureFields = {
  base64: fileFields.base64.describe('PNG, GIF or JPEG in Base64.'),
  url: fileFields.url,
}

/** The picture that a model gave as base64 or by its address. */
export async function pictureOf(call: Call<Content>): Promise<IncomingFile> {
  return fileOf('picture', await contentOf(call))
}

/** A file held in memory. */
function fileOf(name: string, content: Uint8Array): IncomingFile {
  return { name, maxBytes: content.byteLength, bytes: Readable.from([content]) }
}

/** The last part of an address or path; undefined where there is none. */
function lastNameOf(address = ''): string | undefined {
  return /([^/\\?#]+)(?:[?#].*)?$/.exec(address)?.[1]
}

/** The one content that a model gave. Throws when there are several or none. */
async function contentOf({
  input: { text, base64, url },
  services,
  actor,
  signal,
}: Call<Content>): Promise<Uint8Array> {
  const given = [text, base64, url].filter((one) => one !== undefined)
  if (given.length !== 1) throw badRequest('Give one of text, base64 and url.')
  if (text !== undefined) return Buffer.from(text)
  if (base64 !== undefined) return readBase64(base64)
  const maxBytes = AGENT_UPLOAD_MAX_BYTES
  const { status, body } = isLocalAddress(url ?? '')
    ? await readLocal(url ?? '', { services, actor, signal }, maxBytes)
    : await services.fetch(url ?? '', { signal, maxBytes })
  if (status >= 300) throw badRequest(`The address answered with status ${status}.`)
  return body
}

/** A file of this machine. Throws where this server reads none for its callers, and what opening it throws. */
async function readLocal(
  path: string,
  { services: { files }, actor, signal }: Pick<Call<unknown>, 'services' | 'actor' | 'signal'>,
  maxBytes: number,
): Promise<Fetched> {
  if (!files.names(path)) {
    throw badRequest(
      'Files of a machine are read by a server that runs there over stdio, with --read-roots: give text or base64.',
    )
  }
  return (await files.open(path, { actor, signal })).read({ signal, maxBytes })
}

/** Base64 (RFC 4648), also base64url, with or without line ends and padding. */
function readBase64(text: string): Uint8Array {
  const digits = text.replaceAll(/\s/g, '').replace(/={0,2}$/, '')
  if (!/^[\w+/-]*$/.test(digits) || digits.length % 4 === 1) {
    throw badRequest('base64 is no valid Base64.')
  }
  return Buffer.from(digits, 'base64')
}
