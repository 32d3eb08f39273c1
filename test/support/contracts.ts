import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type AbiParameter,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  namehash,
  parseAbi,
} from 'viem'
import { MULTICALL3 } from '../../src/onchain/chains.ts'
import { UNIVERSAL_RESOLVER } from '../../src/onchain/names/ens.ts'
import { ETH_REGISTRAR } from '../../src/onchain/names/expiry.ts'
import { type Hex, type TestChain, toWord } from './chain.ts'

const here = import.meta.dirname
const mocks = JSON.parse(
  readFileSync(join(here, '../chain/contracts/bytecode.json'), 'utf8'),
) as Record<string, Hex>

/** Contracts as their makers published them (`from` names the package), for the parts that can be had. */
const published = JSON.parse(
  readFileSync(join(here, '../fixtures/contracts/published.json'), 'utf8'),
) as Record<string, { creation?: Hex; runtime?: Hex }>

/** Deploys a contract of `test/chain/contracts`. */
export async function deployMock(
  chain: TestChain,
  name: string,
  types: readonly string[] = [],
  values: readonly unknown[] = [],
): Promise<Hex> {
  const code = mocks[name]
  if (code === undefined) throw new Error(`There is no contract ${name}.`)
  const parameters = types.map((type): AbiParameter => ({ type }))
  return chain.deploy(`${code}${encodeAbiParameters(parameters, values).slice(2)}`)
}

/** Puts a contract of `test/chain/contracts` that takes no arguments at an address, without a transaction. */
export async function placeMock(chain: TestChain, name: string, address: Hex): Promise<void> {
  await chain.setCode(address, await chain.rpc<Hex>('eth_call', [{ data: mocks[name] }, 'latest']))
}

/** The code that a deployed contract has, for use at another address. */
export async function runtimeOf(chain: TestChain, address: Hex): Promise<Hex> {
  return chain.rpc<Hex>('eth_getCode', [address, 'latest'])
}

/** Runtime code of a published contract. */
export function publishedRuntime(name: string): Hex {
  const code = published[name]?.runtime
  if (code === undefined) throw new Error(`There is no runtime code of ${name}.`)
  return code
}

/** Puts the real Multicall3 where it is on every chain. */
export async function placeMulticall3(chain: TestChain): Promise<void> {
  const viem = dirname(createRequire(import.meta.url).resolve('viem/package.json'))
  const file = pathToFileURL(join(viem, '_esm/constants/contracts.js')).href
  const { multicall3Bytecode } = (await import(file)) as { multicall3Bytecode: Hex }
  const runtime = await chain.rpc<Hex>('eth_call', [{ data: multicall3Bytecode }, 'latest'])
  await chain.setCode(MULTICALL3, runtime)
}

/** Number of tokens that `placeTokens` can distinguish. */
const FIRST_TOKEN = 0x100000

/** Address of a well-behaved token of the world, by its number. */
export function tokenAddress(index: number): Hex {
  return `0x${(FIRST_TOKEN + index).toString(16).padStart(40, '0')}`
}

/** Balance of that token in its smallest unit, and its decimals. */
export function tokenAmount(index: number): { balance: bigint; decimals: number } {
  return { balance: BigInt(index) * 10n ** 15n, decimals: index % 3 === 0 ? 6 : 18 }
}

/** Places well-behaved tokens T0, T1, … and gives the holder a known amount of each. */
export async function placeTokens(
  chain: TestChain,
  count: number,
  holder: Hex,
): Promise<readonly Hex[]> {
  const model = await deployMock(chain, 'Erc20', ['string', 'string', 'uint8'], ['Model', 'M', 18])
  const code = await runtimeOf(chain, model)
  const slot = keccak256(`0x${toWord(holder.toLowerCase() as Hex).slice(2)}${toWord(4n).slice(2)}`)
  const addresses = Array.from({ length: count }, (_, index) => tokenAddress(index))
  for (const [index, address] of addresses.entries()) {
    const { balance, decimals } = tokenAmount(index)
    await Promise.all([
      chain.setCode(address, code),
      chain.setStorage(address, 0n, shortString(`Token ${index}`)),
      chain.setStorage(address, 1n, shortString(`T${index}`)),
      chain.setStorage(address, 2n, BigInt(decimals)),
      chain.setStorage(address, 3n, 10n ** 24n),
      chain.setStorage(address, slot, balance),
    ])
  }
  return addresses
}

/** A string of at most 31 bytes as Solidity stores it. */
export function shortString(text: string): Hex {
  const hex = Buffer.from(text).toString('hex')
  return `0x${hex.padEnd(62, '0')}${hex.length.toString(16).padStart(2, '0')}`
}

const REGISTRY = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
  'function setResolver(bytes32 node, address resolver)',
])
const REGISTRAR = parseAbi(['function set(uint256 id, uint256 time)'])
const RESOLVER = parseAbi([
  'function setAddr(bytes32 node, address a)',
  'function setAddr(bytes32 node, uint256 coinType, bytes a)',
  'function setName(bytes32 node, string name)',
  'function setText(bytes32 node, string key, string value)',
])

/** A small ENS: the published registry and resolver behind a Universal Resolver of ours. */
export interface Ens {
  /** Registers `label.eth`, with the shared resolver unless another is named. */
  register(label: string, options?: { address?: Hex; resolver?: Hex }): Promise<void>
  setText(name: string, key: string, value: string): Promise<void>
  setChainAddress(name: string, coinType: bigint, address: Hex): Promise<void>
  /** Lets the registration of `label.eth` end then (seconds since 1970). */
  expire(label: string, seconds: bigint): Promise<void>
  /** Lets an address claim a name, which may not be its own. */
  claim(address: Hex, name: string, coinType?: bigint): Promise<void>
}

/** Builds ENS on a chain. */
export async function placeEns(chain: TestChain): Promise<Ens> {
  const owner = chain.accounts[0] ?? '0x'
  const registry = await chain.deploy(published['ENSRegistry']?.creation ?? '0x')
  const resolver = await chain.deploy(
    `${published['PublicResolver']?.creation ?? '0x'}${toWord(registry).slice(2)}`,
  )
  const universal = await deployMock(chain, 'UniversalResolver', ['address'], [registry])
  await chain.setCode(UNIVERSAL_RESOLVER, await runtimeOf(chain, universal))
  await chain.setStorage(UNIVERSAL_RESOLVER, 0n, registry)
  const own = async (parent: Hex, label: Hex): Promise<void> => {
    const args = [parent, label, owner] as const
    const data = encodeFunctionData({ abi: REGISTRY, functionName: 'setSubnodeOwner', args })
    await chain.send({ to: registry, data })
  }
  const useResolver = async (node: Hex, address: Hex): Promise<void> => {
    const args = [node, address] as const
    const data = encodeFunctionData({ abi: REGISTRY, functionName: 'setResolver', args })
    await chain.send({ to: registry, data })
  }
  const set = async (data: Hex): Promise<void> => void (await chain.send({ to: resolver, data }))
  const labelHash = (label: string): Hex => keccak256(Buffer.from(label))
  await own(namehash(''), labelHash('eth'))
  await own(namehash(''), labelHash('reverse'))
  await own(namehash('reverse'), labelHash('addr'))
  return {
    async register(label, { address, resolver: special } = {}) {
      const node = namehash(`${label}.eth`)
      await own(namehash('eth'), labelHash(label))
      await useResolver(node, special ?? resolver)
      if (address === undefined) return
      const args = [node, address] as const
      await set(encodeFunctionData({ abi: RESOLVER, functionName: 'setAddr', args }))
    },
    async setText(name, key, value) {
      const args = [namehash(name), key, value] as const
      await set(encodeFunctionData({ abi: RESOLVER, functionName: 'setText', args }))
    },
    async expire(label, seconds) {
      if ((await runtimeOf(chain, ETH_REGISTRAR)) === '0x') {
        const registrar = await deployMock(chain, 'Registrar')
        await chain.setCode(ETH_REGISTRAR, await runtimeOf(chain, registrar))
      }
      const args = [BigInt(labelHash(label)), seconds] as const
      const data = encodeFunctionData({ abi: REGISTRAR, functionName: 'set', args })
      await chain.send({ to: ETH_REGISTRAR, data })
    },
    async setChainAddress(name, coinType, address) {
      const args = [namehash(name), coinType, address] as const
      await set(encodeFunctionData({ abi: RESOLVER, functionName: 'setAddr', args }))
    },
    async claim(address, name, coinType = 60n) {
      const label = labelHash(address.slice(2).toLowerCase())
      const parent =
        coinType === 60n
          ? namehash('addr.reverse')
          : keccak256(
              encodeAbiParameters(
                [{ type: 'string' }, { type: 'uint256' }],
                ['another chain', coinType],
              ),
            )
      // The registry lets only the owner of a parent add to it: the other parents are made from storage.
      if (coinType !== 60n) await takeNode(chain, registry, parent, owner)
      await own(parent, label)
      const node = keccak256(`${parent}${label.slice(2)}`)
      await useResolver(node, resolver)
      const args = [node, name] as const
      await set(encodeFunctionData({ abi: RESOLVER, functionName: 'setName', args }))
    },
  }
}

/** Writes the owner of a node straight into the registry's storage (its mapping is in slot 0). */
async function takeNode(chain: TestChain, registry: Hex, node: Hex, owner: Hex): Promise<void> {
  const slot = keccak256(`${node}${toWord(0n).slice(2)}`)
  await chain.setStorage(registry, slot, owner)
}
