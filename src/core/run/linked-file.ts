import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Call, Services } from '../../contract/operation.ts'

/** The link of a file of the chat in the input of a tool that reads those; undefined for other addresses and tools. */
export function findFileLink(
  { fileField }: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  { files }: Pick<Services, 'files'>,
): string | undefined {
  const address = fileField === undefined ? undefined : input[fileField]
  return typeof address === 'string' && files.names(address) ? address : undefined
}

/** Whether a call is made as the caller's chat account: a call of the chat, or one about a file of it. */
export function needsAccount(
  tool: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  services: Pick<Services, 'files'>,
): boolean {
  return tool.usesAccount === true || findFileLink(tool, input, services) !== undefined
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

function leadsElsewhere(): OperationError {
  return new OperationError('unsupported_content', 'The file only leads to another address.', {
    hint: 'Addresses in files are not followed. Ask whoever sent the file for the address itself.',
  })
}
