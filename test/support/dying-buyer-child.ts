/**
 * A buyer in a process of its own that kills itself at one step of a payment: `dying-buyer-child.ts <store> <seller> <rpc> <way>
 * <step>`, with the key of its account on stdin. Without a step it lives. Prints the answer, or the code of the failure, as JSON.
 */
import { exit, kill, pid } from 'node:process'
import { text } from 'node:stream/consumers'
import { privateKeyToAccount } from 'viem/accounts'
import { toOperationError } from '../../src/contract/errors.ts'
import { createOperatorFetch } from '../../src/net/operator/operator-fetch.ts'
import { callRemoteTool } from '../../src/remote/mcp/call-tool.ts'
import { openMcpConnection } from '../../src/remote/mcp/connection.ts'
import { openStore } from '../../src/store/open.ts'
import { BASE, type UsdcChain } from './chain-usdc.ts'
import { buyerAt } from './paid-requests.ts'
import { PATIENCE_MS } from './patience.ts'
import { quietLog } from './store-backend.ts'

const [location = '', url = '', rpcUrl = '', way = '', step] = process.argv.slice(2)

/** Nothing runs any more after this. */
function die(at: string): void {
  if (step === at) kill(pid, 'SIGKILL')
}

/** A fetch that dies before a payment leaves this process, or once its answer is here. */
function mortal<A extends unknown[], T>(fetch: (...args: A) => Promise<T>) {
  return async (...args: A): Promise<T> => {
    const isPaid = /payment-signature/i.test(JSON.stringify(args))
    if (isPaid) die('sending')
    const answer = await fetch(...args)
    if (isPaid) die('answered')
    return answer
  }
}

const key = privateKeyToAccount((await text(process.stdin)).trim() as `0x${string}`)
const account: typeof key = {
  ...key,
  signTypedData: async (data) => {
    die('signing')
    return key.signTypedData(data)
  },
}
const store = await openStore({ location, log: quietLog })
const fetch = createOperatorFetch({ userAgent: 'Bellhop/test' })
const usdc = { network: BASE, rpc: { url: rpcUrl, fetch } } as unknown as UsdcChain
const asking = { policy: { permits: way === 'permit' }, dial: mortal }
const { buyer, ask } = await buyerAt({ usdc, account, url, store }, asking)
const call =
  way === 'mcp'
    ? callRemoteTool(
        openMcpConnection(url, mortal(fetch)),
        buyer.buyer,
        { tool: 'sold', arguments: { text: 'a' } },
        { operation: 'remote:sold', signal: AbortSignal.timeout(PATIENCE_MS) },
      )
    : ask()
const outcome = await call.then(
  ({ text: answer }) => ({ answer }),
  (thrown: unknown) => ({ code: toOperationError(thrown).code }),
)
process.stdout.write(JSON.stringify(outcome))
await store.close()
// Idle connections would keep it.
exit()
