import type { AnyOperation, Call } from '../../contract/operation.ts'
import { needsAccount } from '../run/linked-file.ts'
import { readArguments } from '../run/read-arguments.ts'
import { runInput } from '../run/run.ts'

/** What an operation did within a call of another one. */
export interface RunOfOther {
  output: Record<string, unknown>
  /** Arguments that it does not know, one text for each. */
  ignored: readonly string[]
}

/**
 * Runs another operation, in the form that models call, within a call: in the name of its caller, at that operation's own place,
 * with the consent that its payment needs, charged to the same principal. Throws what the operation throws, and what
 * `Services.requireInnerAllowed` does.
 */
export async function runOther(
  { input: _own, file: _file, ...call }: Call<unknown>,
  operation: AnyOperation,
  args: Readonly<Record<string, unknown>>,
): Promise<RunOfOther> {
  const { services } = call
  services.requireInnerAllowed?.(operation)
  const defaults = operation.agent?.defaults
  const { input, ignored } = await readArguments(operation, args, { defaults })
  const actor =
    call.actor ?? (needsAccount(operation, input, services) ? await call.signIn?.() : undefined)
  return { output: await runInput(operation, input, { ...call, actor }), ignored }
}
