import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { UsdcChain } from './chain-usdc.ts'
import type { Hex } from './chain.ts'
import { deployMock } from './contracts.ts'

/** Who can sign payments: the account of a key, or a contract. */
export type Signing = Pick<PrivateKeyAccount, 'address' | 'signTypedData'>

const FACTORY_ABI = parseAbi([
  'function create(address owner) returns (address)',
  'function addressOf(address owner) view returns (address)',
  'function createDearly(address owner, uint256 rounds) returns (address)',
])

/** End of a signature that says how its wallet is deployed (ERC-6492). */
const UNDEPLOYED_END = '6492'.repeat(16)

/** What a wallet is to be like. */
export interface WalletOptions {
  units: number
  /** Default false. */
  isDeployed?: boolean
  /** Whether it says how it is deployed with each signature, as many do even then. Default true. */
  isWrapping?: boolean
  /** Slots that are written for nothing when it is deployed. Default 0. */
  wasteRounds?: number
}

/** Wallets that are contracts, and what deploys them. */
export interface WalletMaker {
  factory: Hex
  wallet(options: WalletOptions): Promise<Signing>
}

/** Wraps a signature so that it says how its wallet is deployed. */
export function wrapSignature(factory: Hex, data: Hex, signature: Hex): Hex {
  const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  return `${encodeAbiParameters(types, [factory, data, signature])}${UNDEPLOYED_END}`
}

/** Places the factory on a chain. */
export async function placeWallets({ chain, mint }: UsdcChain): Promise<WalletMaker> {
  const factory = await deployMock(chain, 'WalletFactory')
  return {
    factory,
    async wallet({ units, isDeployed = false, isWrapping = true, wasteRounds = 0 }) {
      const owner = privateKeyToAccount(generatePrivateKey())
      const args = [owner.address] as const
      const said = await chain.rpc<Hex>('eth_call', [
        {
          to: factory,
          data: encodeFunctionData({ abi: FACTORY_ABI, functionName: 'addressOf', args }),
        },
        'latest',
      ])
      const address: Hex = `0x${said.slice(-40)}`
      await mint(address, units)
      const create = encodeFunctionData({ abi: FACTORY_ABI, functionName: 'create', args })
      if (isDeployed) await chain.send({ to: factory, data: create })
      const dearly = [owner.address, BigInt(wasteRounds)] as const
      const deploying =
        wasteRounds === 0
          ? create
          : encodeFunctionData({ abi: FACTORY_ABI, functionName: 'createDearly', args: dearly })
      return {
        address,
        async signTypedData(data) {
          // As the contract wants it: r, s and v behind a byte of its own.
          const signature = await owner.signTypedData(data)
          const own: Hex = `0x01${signature.slice(2)}`
          return isWrapping ? wrapSignature(factory, deploying, own) : own
        },
      }
    },
  }
}
