import type { CallToolResult } from '@modelcontextprotocol/server'
import { logFailure } from '../../contract/log-failure.ts'
import type { AnyOperation, Call } from '../../contract/operation.ts'
import { routeOf } from '../../core/run/agent-form.ts'
import { runOperation } from '../../core/run/run.ts'
import { VIEW_DATA_MAX_BYTES } from '../limits.ts'

/** Holds what the page of a tool shows besides the result, and the model does not read. */
const VIEW_META_KEY = 'bellhop/view'

/**
 * Adds to a result what its page shows besides, and the whole of it where structured content does not hold that. Without it the page shows less,
 * so that no failure and no size of it matters to the call.
 */
export async function addViewData(
  result: CallToolResult,
  operation: AnyOperation,
  output: Readonly<Record<string, unknown>>,
  call: Omit<Call<unknown>, 'input'>,
): Promise<CallToolResult> {
  const { name, view, agent } = operation
  if (!view) return result
  const whole = agent?.structure ? { result: output } : {}
  const data = [{ ...whole, ...(await findMore()) }, whole].find(isShown)
  return data ? { ...result, _meta: { ...result._meta, [VIEW_META_KEY]: data } } : result

  async function findMore(): Promise<Record<string, unknown> | undefined> {
    try {
      const fetch = async (input: object) => runOperation(routeOf(operation), input, call)
      return await view?.more?.(output, call, fetch)
    } catch (thrown) {
      logFailure(call.services.log, thrown, { operation: name }, call.signal)
      return undefined
    }
  }
}

/** Whether there is anything to show, and no more than is carried. */
function isShown(data: object): boolean {
  const { length } = Object.keys(data)
  return length > 0 && Buffer.byteLength(JSON.stringify(data)) <= VIEW_DATA_MAX_BYTES
}
