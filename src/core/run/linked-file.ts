import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Call, Services } from '../../contract/operation.ts'
import { isLocalAddress } from '../../contract/web-address.ts'

/**
 * The link of a file of the chat, or the path of one on this machine, in the input of a tool that reads those; undefined for other
 * addresses and tools. Throws `invalid_input` for a path where this machine's files are not read.
 */
export function findFileLink(
  { fileField }: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  { files }: Pick<Services, 'files'>,
): string | undefined {
  const address = fileField === undefined ? undefined : input[fileField]
  if (typeof address !== 'string') return undefined
  if (files.names(address)) return address
  if (isLocalAddress(address)) throw noLocalFiles(fileField)
  return undefined
}

/** Whether a call is made as the caller's chat account: a call of the chat, or one about a file of it. Throws what `findFileLink` does. */
export function needsAccount(
  tool: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  services: Pick<Services, 'files'>,
): boolean {
  if (tool.usesAccount === true) return true
  const link = findFileLink(tool, input, services)
  return link !== undefined && !isLocalAddress(link)
}

/**
 * Services whose fetch reads one file of the chat and nothing else: what somebody uploaded leads nowhere. Throws the same
 * `not_found` for a file that is missing and for one that the caller may not see, also where an earlier call has read it.
 */
export async function bindToFile(
  link: string,
  { services, actor, signal }: Pick<Call<unknown>, 'services' | 'actor' | 'signal'>,
): Promise<Services> {
  const file = await services.files.open(link, { actor, signal })
  return {
    ...services,
    browser: undefined,
    async fetch(url, options) {
      if (url !== link) throw leadsElsewhere()
      return file.read(options)
    },
  }
}

function noLocalFiles(field = 'url'): OperationError {
  const message = `${field}: expected the address of a web page, or the link of a file in the chat.`
  return new OperationError('invalid_input', message, {
    hint: 'Files of a machine are read by a server that runs there over stdio, with --read-roots. Upload the file to the chat, or give a public address.',
  })
}

function leadsElsewhere(): OperationError {
  return new OperationError('unsupported_content', 'The file only leads to another address.', {
    hint: 'Addresses in files are not followed. Ask whoever sent the file for the address itself.',
  })
}
