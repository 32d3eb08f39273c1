import { type AnyOperation, type Call, here, type Services } from '../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import { readArguments } from '../../src/core/run/read-arguments.ts'
import { runInput } from '../../src/core/run/run.ts'
import { read } from '../../tools/web/read.ts'
import { caller } from './pages-and-caller.ts'
import { PATIENCE_MS } from './patience.ts'

/** One address of an answer of `read`. */
export interface Part {
  address: string
  kind: string
  text: string
  cursor?: string
  error?: { code: string; message: string; hint?: string }
  [more: string]: unknown
}

/** What a test may say of a call of `read`. */
export interface ReadOptions extends Partial<Omit<Call<unknown>, 'input' | 'services'>> {
  services?: Partial<Services>
}

/** Calls `read` as a surface does, with the services of `servePagesToCaller`. */
export async function reading(
  args: Record<string, unknown>,
  { services, ...more }: ReadOptions = {},
): Promise<{ parts: Part[]; text: string }> {
  const { input } = await readArguments(read, args)
  const { place = here } = services ?? {}
  const output = await runInput(read, input, {
    services: {
      ...caller.services,
      ...services,
      place: async (operation, call) => (operation.runsHere ? here : place)(operation, call),
    },
    caller: undefined,
    principal: LOCAL_PRINCIPAL,
    signal: AbortSignal.timeout(PATIENCE_MS),
    progress: () => {},
    ...more,
  })
  const { parts } = output as { parts: Part[] }
  return { parts, text: read.agent?.text?.(output as never) ?? '' }
}

/** What another tool answers when a model calls it. */
export async function single(tool: AnyOperation, args: Record<string, unknown>) {
  const { input } = await readArguments(tool, args, { defaults: tool.agent?.defaults })
  return caller.call(tool, input)
}
