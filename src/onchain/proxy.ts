import type { ProxyKind } from '../contract/onchain.ts'
import { toAddress } from './address.ts'
import { fromHex, type Hex, isHex } from './hex.ts'
import { probe } from './rpc/reader.ts'
import type { Rpc } from './rpc/rpc.ts'

/** Code of a contract, and the address it forwards to. */
export interface CodeFacts {
  codeSize: number
  proxy: { kind: ProxyKind; implementation: Hex } | null
}

/** Storage slots of the implementation address of proxies (ERC-1967, EIP-1822). */
const SLOTS: readonly (readonly [ProxyKind, Hex])[] = [
  ['eip1967', '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'],
  ['eip1967-beacon', '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'],
  ['eip1822', '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7'],
]

/** Whole code of a minimal proxy (EIP-1167), and of an account that lends its code (EIP-7702). */
const FIXED_CODE: readonly (readonly [ProxyKind, RegExp])[] = [
  ['eip1167', /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/],
  ['eip7702', /^0xef0100([0-9a-f]{40})$/],
]

const IMPLEMENTATION_DATA = '0x5c60da1b'

/** Looks at the code of a contract and at the slots of the known kinds of proxies. */
export async function readCode(rpc: Rpc, address: Hex, signal: AbortSignal): Promise<CodeFacts> {
  const [code, ...slots] = await Promise.all([
    rpc.ask('eth_getCode', [address, rpc.tag], readData, signal),
    ...SLOTS.map(async ([, slot]) =>
      rpc.ask('eth_getStorageAt', [address, slot, rpc.tag], readData, signal),
    ),
  ])
  const codeSize = (code.length - 2) / 2
  for (const [kind, pattern] of FIXED_CODE) {
    const found = pattern.exec(code.toLowerCase())?.[1]
    if (found !== undefined) {
      return { codeSize, proxy: { kind, implementation: toAddress(fromHex(`0x${found}`)) } }
    }
  }
  for (const [index, [kind]] of SLOTS.entries()) {
    const target = addressIn(slots[index] ?? '0x')
    if (target === undefined) continue
    const implementation = kind === 'eip1967-beacon' ? await askBeacon(rpc, target, signal) : target
    if (implementation !== undefined) return { codeSize, proxy: { kind, implementation } }
  }
  return { codeSize, proxy: null }
}

async function askBeacon(rpc: Rpc, beacon: Hex, signal: AbortSignal): Promise<Hex | undefined> {
  const calls = [{ to: beacon, data: IMPLEMENTATION_DATA, maxBytes: 32 }] as const
  const { answers } = await probe(rpc, calls, signal)
  const [answer] = answers
  return answer?.outcome === 'answered'
    ? addressIn(`0x${Buffer.from(answer.data).toString('hex')}`)
    : undefined
}

/** The address that fills the low end of a word, unless it is zero or the word holds more than that. */
function addressIn(word: Hex): Hex | undefined {
  const found = /^0x0{24}([0-9a-f]{40})$/.exec(word.toLowerCase())?.[1]
  if (found === undefined || /^0+$/.test(found)) return undefined
  return toAddress(fromHex(`0x${found}`))
}

function readData(result: unknown): Hex {
  if (!isHex(result)) throw new Error('the answer is no data')
  return result
}
