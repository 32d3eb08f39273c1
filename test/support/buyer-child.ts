/**
 * A buyer in a process of its own, on a shared store: `buyer-child.ts <store> <seller> <rpc> <name> <calls>
 * <day budget>`, with the key of its account on stdin. Prints one JSON line per call.
 */
import { text } from 'node:stream/consumers'
import { privateKeyToAccount } from 'viem/accounts'
import { toOperationError } from '../../src/contract/errors.ts'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { createOperatorFetch } from '../../src/net/operator-fetch.ts'
import { openStore } from '../../src/store/open.ts'
import { openBuyer } from './buyer.ts'
import { BASE, type UsdcChain } from './chain-usdc.ts'
import { workshop } from './seller.ts'
import { quietLog } from './store-backend.ts'

const [location = '', url = '', rpcUrl = '', name = '', calls = '1', budget = '1000000'] =
  process.argv.slice(2)
const account = privateKeyToAccount((await text(process.stdin)).trim() as `0x${string}`)
const store = await openStore({ location, log: quietLog })
const rpc = { url: rpcUrl, fetch: createOperatorFetch({ userAgent: 'Bellhop/test' }) }
const usdc = { network: BASE, rpc } as unknown as UsdcChain
const policy = { perDayUnits: Number(budget) }
const buyer = await openBuyer({ usdc, account, url, store, policy })
const middling = workshop().operations[1] as AnyOperation
await Promise.all(
  Array.from({ length: Number(calls) }, async (_, n) => {
    const outcome = await buyer.call(middling, { text: `${name} ${n}` }).then(
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
