import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { createWalletClient, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { BASE } from './chain-usdc.ts'
import { installPackages } from './install-packages.ts'
import { POST, stockFetch } from './many-calls.ts'

/** Stock buyers that are no dependency of the project: those of version 1 bring hundreds of packages along. */
const PACKAGES = { 'x402-fetch': '1.2.0', 'x402-axios': '0.7.2', '@x402/axios': '2.11.0' }

/** Folder with them (see `installPackages`). */
export async function installStockBuyers(): Promise<string> {
  return installPackages(`stock-buyers/x402-fetch@${PACKAGES['x402-fetch']}`, PACKAGES)
}

/** Buys one call with JSON, with the account's money. */
export type BuyCall = (
  url: string,
  input: unknown,
  account: PrivateKeyAccount,
) => Promise<{ status: number; body: unknown }>

/** Each stock buyer by its name; of `folder` are those that are installed. */
export function stockBuyers(folder: string): Readonly<Record<string, BuyCall>> {
  const load = async (name: string): Promise<Loaded> => {
    const file = pathToFileURL(join(folder, 'load.mjs')).href
    const { load: loadOf } = (await import(file)) as { load(name: string): Promise<Loaded> }
    return loadOf(name)
  }
  const fetched = async (paying: typeof fetch, url: string, input: unknown) => {
    const response = await paying(url, { ...POST, body: JSON.stringify(input) })
    return { status: response.status, body: await response.json() }
  }
  const posted = async (client: AxiosClient, url: string, input: unknown) => {
    const { status, data } = await client.post(url, input)
    return { status, body: data }
  }
  const axios = async () => (await load('axios')).default.create()
  return {
    '@x402/fetch': async (url, input, account) => fetched(stockFetch(account), url, input),
    '@x402/axios': async (url, input, account) => {
      const { x402Client, wrapAxiosWithPayment } = await load('@x402/axios')
      const client = new x402Client().register(BASE.id, new ExactEvmScheme(account))
      return posted(wrapAxiosWithPayment(await axios(), client), url, input)
    },
    'x402-fetch': async (url, input, account) => {
      const { wrapFetchWithPayment } = await load('x402-fetch')
      return fetched(wrapFetchWithPayment(fetch, walletOf(account)), url, input)
    },
    'x402-axios': async (url, input, account) => {
      const { withPaymentInterceptor } = await load('x402-axios')
      return posted(withPaymentInterceptor(await axios(), walletOf(account)), url, input)
    },
  }
}

interface AxiosClient {
  post(url: string, input: unknown): Promise<{ status: number; data: unknown }>
}

/** The functions of the packages that the buyers are made with. */
interface Loaded {
  default: { create(): AxiosClient }
  x402Client: new () => { register(network: string, scheme: object): object }
  wrapAxiosWithPayment(client: AxiosClient, buyer: object): AxiosClient
  wrapFetchWithPayment(fetching: typeof fetch, wallet: object): typeof fetch
  withPaymentInterceptor(client: AxiosClient, wallet: object): AxiosClient
}

/** A wallet as buyers of version 1 want it; its node is never asked. */
function walletOf(account: PrivateKeyAccount): object {
  return createWalletClient({ account, chain: base, transport: http('http://127.0.0.1:9') })
}
