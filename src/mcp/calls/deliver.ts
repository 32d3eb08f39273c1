import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Call } from '../../contract/operation.ts'
import type { Deliver, ResultFile } from '../../contract/result-view.ts'
import { runOperation } from '../../core/run/run.ts'
import type { ServedClient, ServerDeps } from '../server-parts.ts'
import { requireScopes } from './require-scopes.ts'
import { currentVisit } from './visit.ts'

/** Puts results into the chat or into files, as far as the client of a call may do that by itself. */
export function makeDeliver(
  deps: ServerDeps,
  { finder, operations, isLocal = false }: ServedClient,
  call: Omit<Call<unknown>, 'input'>,
): Deliver {
  return async (file, to) => {
    if (to !== 'chat') {
      const write = finder?.isReadOnly || !isLocal ? undefined : call.services.files.write
      if (!write) throw refused('Files of this machine are written for its user only.')
      const uri = await write(to, file)
      return { link: linkTo(uri, file), text: `Written: ${uri}` }
    }
    const tools = (await finder?.tools()) ?? operations
    // Whoever may not call the tool that stores files puts none there.
    const upload = tools.find(({ http, agent }) => http.takesFile && agent?.links)
    if (!upload) throw refused('This client may put no files into the chat.')
    const scopes = currentVisit()?.scopes
    if (scopes) requireScopes(upload, deps, scopes)
    return uploadBy(upload, file, { ...call, actor: await call.signIn?.() })
  }
}

async function uploadBy(
  upload: AnyOperation,
  file: ResultFile,
  call: Omit<Call<unknown>, 'input'>,
): ReturnType<Deliver> {
  const base64 = Buffer.from(file.bytes).toString('base64')
  const output = await runOperation(upload, { filename: file.name, base64 }, call)
  const [link] = upload.agent?.links?.(output) ?? []
  if (!link) throw refused('The chat names no place for this file.')
  return { link: { ...linkTo(link.uri, file) }, text: upload.agent?.text?.(output) ?? link.uri }
}

function linkTo(uri: string, { name, mimeType, bytes }: ResultFile) {
  return { uri, name, mimeType, bytes: bytes.byteLength }
}

function refused(message: string): OperationError {
  return new OperationError('invalid_input', `to: ${message}`, {
    hint: 'Leave `to` out, and the result comes with the answer.',
  })
}
