import { OperationError } from '../../contract/errors.ts'
import { ALL_OAUTH_SCOPES, type OAuthScope, ScopeMissing } from '../../contract/oauth.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { isRecord } from '../../lib/is-record.ts'
import type { Gate } from '../../pay/seller/port.ts'
import type { ServerDeps } from '../server-parts.ts'

/** What an access token may do. */
type Scopes = ReadonlySet<OAuthScope>

/** Finds the operation behind a tool call, by its name and arguments; undefined where there is none. */
export type FindCalled = (
  name: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<AnyOperation | undefined>

/**
 * Throws `ScopeMissing`, with all scopes that are needed at once, where a call needs more than the token of its request has.
 */
export function requireScopes(
  operation: AnyOperation,
  { runsElsewhere }: Pick<ServerDeps, 'runsElsewhere'>,
  scopes: Scopes,
): void {
  requireAll(scopes, [
    'mcp',
    ...(operation.usesAccount && !operation.effects.readOnly ? (['chat:write'] as const) : []),
    ...(runsElsewhere?.(operation) ? (['pay'] as const) : []),
  ])
}

/**
 * Throws `ScopeMissing` for the calls in what a program has sent, before any of it is served: then the answer can still say so by
 * its status.
 */
export async function requireScopesOf(
  message: unknown,
  scopes: Scopes,
  deps: Pick<ServerDeps, 'runsElsewhere'>,
  find: FindCalled,
): Promise<void> {
  requireAll(scopes, ['mcp'])
  for await (const called of callsIn(message, find)) requireScopes(called, deps, scopes)
}

/** Throws `unauthorized` where a stranger calls what is not sold: by the status of the answer, hosts learn that their user may sign in. */
export async function requireSignIn(
  message: unknown,
  { prices }: Pick<Gate, 'prices'>,
  find: FindCalled,
): Promise<void> {
  for await (const called of callsIn(message, find)) {
    if (!prices.has(called.name)) throw keyRequired(called)
  }
}

/** Anonymous callers may pay for calls; unsold operations need a key. */
export function keyRequired({ usesAccount }: AnyOperation): OperationError {
  const kinds = usesAccount ? 'the API key of your chat account, or a key' : 'a key'
  return new OperationError('unauthorized', 'This tool is not sold, and needs a bearer key.', {
    hint: `Connect with "Authorization: Bearer <key>", with ${kinds} that the operator gave you.`,
  })
}

async function* callsIn(message: unknown, find: FindCalled): AsyncGenerator<AnyOperation> {
  for (const one of [message].flat()) {
    if (!isRecord(one) || one['method'] !== 'tools/call' || !isRecord(one['params'])) continue
    const { name, arguments: args } = one['params']
    const called =
      typeof name === 'string' ? await find(name, isRecord(args) ? args : {}) : undefined
    if (called) yield called
  }
}

function requireAll(scopes: Scopes, needed: readonly OAuthScope[]): void {
  if (needed.every((scope) => scopes.has(scope))) return
  const required = new Set([...scopes, ...needed])
  throw new ScopeMissing(ALL_OAUTH_SCOPES.filter((scope) => required.has(scope)))
}
