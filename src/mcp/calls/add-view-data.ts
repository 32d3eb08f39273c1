import type { CallToolResult } from '@modelcontextprotocol/server'
import { logFailure } from '../../contract/log-failure.ts'
import type { AnyOperation, Call } from '../../contract/operation.ts'
import { routeOf } from '../../core/run/agent-form.ts'
import { runOperation } from '../../core/run/run.ts'
import { VIEW_DATA_MAX_BYTES } from '../limits.ts'

/** Holds what the page of a tool shows besides the result, and the model does not read. */
const VIEW_META_KEY = 'bellhop/view'

/** Adds to a result what its page shows besides. Without it the page shows less, so that no failure and no size of it matters to the call. */
export async function addViewData(
  result: CallToolResult,
  operation: AnyOperation,
  output: Readonly<Record<string, unknown>>,
  call: Omit<Call<unknown>, 'input'>,
): Promise<CallToolResult> {
  const { name, view } = operation
  if (!view?.more) return result
  try {
    const data = await view.more(output, call, async (input) =>
      runOperation(routeOf(operation), input, call),
    )
    if (Buffer.byteLength(JSON.stringify(data)) > VIEW_DATA_MAX_BYTES) return result
    return { ...result, _meta: { ...result._meta, [VIEW_META_KEY]: data } }
  } catch (thrown) {
    logFailure(call.services.log, thrown, { operation: name }, call.signal)
    return result
  }
}
