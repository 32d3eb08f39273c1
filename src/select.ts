import { asTool } from './agent-form.ts'
import { OperationError } from './errors.ts'
import type { AnyOperation } from './operation.ts'

/** Which operations a client sees. An absent field does not narrow. */
export interface Selection {
  toolsets?: readonly string[] | undefined
  /** Offered besides the toolsets; alone, they are the whole list. */
  tools?: readonly string[] | undefined
  excludeTools?: readonly string[] | undefined
  /** Overrides everything else: an operation that changes something is never listed. */
  readOnly?: boolean | undefined
}

/** Applies a selection, keeping the catalogue's order. Throws `invalid_input` on a name nobody has. */
export function selectOperations(
  operations: readonly AnyOperation[],
  { toolsets, tools, excludeTools = [], readOnly = false }: Selection,
): readonly AnyOperation[] {
  refuseUnknown('toolset', toolsets ?? [], new Set(operations.map(({ toolset }) => toolset)))
  const names = new Set(operations.map(({ name }) => name))
  refuseUnknown('tool', [...(tools ?? []), ...excludeTools], names)
  const everything = toolsets === undefined && tools === undefined
  return operations.filter(
    ({ name, toolset, effects }) =>
      (everything || toolsets?.includes(toolset) || tools?.includes(name)) &&
      !excludeTools.includes(name) &&
      (effects.readOnly || !readOnly),
  )
}

/** What is served over HTTP: the wallet is for its owner, who is at this machine. */
export function servedOverHttp(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.filter(({ toolset }) => toolset !== 'wallet')
}

/** The operations that models are offered, in the form for them; the others are routes only. */
export function toolsAmong(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.filter(({ routeOnly, agentForm }) => !routeOnly || agentForm).map(asTool)
}

function refuseUnknown(kind: string, wanted: readonly string[], known: ReadonlySet<string>): void {
  const unknown = wanted.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new OperationError('invalid_input', `There is no such ${kind} here.`, {
    hint: `Known: ${[...known].join(', ')}.`,
    fields: { unknown },
  })
}
