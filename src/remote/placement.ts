import { OperationError, type ErrorCode } from '../contract/errors.ts'
import { UNRESOLVED_NAME } from '../contract/net.ts'
import { type AnyOperation, here, type Place } from '../contract/operation.ts'
import type { Log } from '../lib/log.ts'

/** Where an operation runs: in this process, at the other instance, or there when it fails here. */
export const PLACEMENTS = ['here', 'there', 'here-then-there'] as const

/** Where an operation runs: one of `PLACEMENTS`. */
export type Placement = (typeof PLACEMENTS)[number]

/** Placements by operation name, toolset name or `*`; the most specific one counts. */
export type PlacementTable = Readonly<Record<string, Placement>>

/** Where one operation runs: free here first, unless the table says otherwise. */
export function placementOf(
  { name, toolset, runsHere }: Pick<AnyOperation, 'name' | 'toolset' | 'runsHere'>,
  table: PlacementTable,
): Placement {
  if (runsHere) return 'here'
  return table[name] ?? table[toolset] ?? table['*'] ?? 'here-then-there'
}

/** Local failures that another machine in another network may not have. */
const MENDABLE: ReadonlySet<ErrorCode> = new Set([
  'upstream_failed',
  'upstream_timeout',
  'page_blocked',
  'needs_javascript',
  'unavailable',
])

/**
 * Whether the call may succeed there. A name that only this machine cannot find may; one that leads to a private address is
 * refused by every machine, and should not be told to another.
 */
function isMendable({ code, fields }: OperationError): boolean {
  return MENDABLE.has(code) || (code === 'url_not_allowed' && fields['reason'] === UNRESOLVED_NAME)
}

/** The place of each call, by the table. */
export function placeBy(table: PlacementTable, there: Place, log: Log): Place {
  return async (operation, call) => {
    const placement = placementOf(operation, table)
    if (placement === 'here') return here(operation, call)
    if (placement === 'there') return there(operation, call)
    try {
      return await here(operation, call)
    } catch (thrown) {
      if (!(thrown instanceof OperationError) || !isMendable(thrown)) throw thrown
      log.info({ operation: operation.name, code: thrown.code }, 'asking the other instance')
      return await elsewhere(thrown, async () => there(operation, call))
    }
  }
}

/** The local failure is reported, unless the other instance succeeded. */
async function elsewhere<T>(failure: OperationError, there: () => Promise<T>): Promise<T> {
  try {
    return await there()
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown
    // A payment that is under way must be known: the same call goes on with it.
    if (thrown.code === 'settlement_pending' || thrown.code === 'cancelled') throw thrown
    const { code, message, hint = '', fields } = failure
    const other = `The other instance could not help either (${thrown.code}). ${thrown.hint ?? ''}`
    throw new OperationError(code, message, {
      hint: `${hint} ${other}`.trim(),
      fields: { ...fields, there: { code: thrown.code, ...thrown.fields } },
      cause: failure,
    })
  }
}
