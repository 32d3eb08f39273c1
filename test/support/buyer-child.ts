/**
 * A buyer in a process of its own, on a shared store: `buyer-child.ts <store> <seller> <rpc> <name> <calls>
 * <day budget> <way>`, with the key of its account on stdin. Calls by the contract, or as `pay_fetch` does (way `fetch`). Prints one
 * JSON line per call.
 */
import { text } from 'node:stream/consumers'
import { privateKeyToAccount } from 'viem/accounts'
import { toOperationError } from '../../src/contract/errors.ts'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { createOperatorFetch } from '../../src/net/operator/operator-fetch.ts'
import { openStore } from '../../src/store/open.ts'
import { BASE, type UsdcChain } from './chain-usdc.ts'
import { buyerAt } from './paid-requests.ts'
import { workshop } from './seller.ts'
import { quietLog } from './store-backend.ts'

const [location = '', url = '', rpcUrl = '', name = '', calls = '1', budget = '1000000', way] =
  process.argv.slice(2)
const account = privateKeyToAccount((await text(process.stdin)).trim() as `0x${string}`)
const store = await openStore({ location, log: quietLog })
const rpc = { url: rpcUrl, fetch: createOperatorFetch({ userAgent: 'Bellhop/test' }) }
const usdc = { network: BASE, rpc } as unknown as UsdcChain
const policy = { perDayUnits: Number(budget) }
const { buyer, ask } = await buyerAt({ usdc, account, url, store }, { policy })
const middling = workshop().operations[1] as AnyOperation
await Promise.all(
  Array.from({ length: Number(calls) }, async (_, n) => {
    const input = { text: `${name} ${n}` }
    const bought =
      way === 'fetch'
        ? ask({ url: `${url}/middling`, body: JSON.stringify(input) })
        : buyer.call(middling, input)
    const outcome = await bought.then(
      (answer) => ({ answer }),
      (thrown: unknown) => {
        const { code, fields, message, cause } = toOperationError(thrown)
        return { code, reason: fields['reason'], message: `${message} ${String(cause)}` }
      },
    )
    process.stdout.write(`${JSON.stringify(outcome)}\n`)
  }),
)
await store.close()
