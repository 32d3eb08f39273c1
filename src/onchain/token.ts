import type { TokenInfo, TokenWarning } from '../contract/onchain.ts'
import { looksOf } from '../lib/confusables.ts'
import { type Address, parseAddress } from './address.ts'
import { caip2, type Chain } from './chains.ts'
import { formatUnits } from './decimal.ts'
import { type Hex, toUint } from './hex.ts'
import { SYMBOL_MAX_CHARS, TOKEN_NAME_MAX_CHARS } from './limits.ts'
import { listedContracts, listedNames } from './prices/assets.ts'
import { readCode } from './proxy.ts'
import { stampOf } from './rpc/block.ts'
import { probe, type ProbeAnswer } from './rpc/reader.ts'
import { pinned, type Rpc } from './rpc/rpc.ts'
import { textBytes, tokenText } from './token-text.ts'

/** Bytes of a text answer that are looked at: its two words of head, and more than is ever shown. */
const TEXT_MAX_BYTES = 512
const WORD_BYTES = 32

const supports = (id: string): Hex => `0x01ffc9a7${id.padEnd(64, '0')}`

/** What a token is asked, in one request. */
const QUESTIONS = {
  name: { data: '0x06fdde03', maxBytes: TEXT_MAX_BYTES },
  symbol: { data: '0x95d89b41', maxBytes: TEXT_MAX_BYTES },
  decimals: { data: '0x313ce567', maxBytes: WORD_BYTES },
  totalSupply: { data: '0x18160ddd', maxBytes: WORD_BYTES },
  erc165: { data: supports('01ffc9a7'), maxBytes: WORD_BYTES },
  erc721: { data: supports('80ac58cd'), maxBytes: WORD_BYTES },
  erc1155: { data: supports('d9b67a26'), maxBytes: WORD_BYTES },
  // To this one a contract that knows what it is asked says no (ERC-165).
  nothing: { data: supports('ffffffff'), maxBytes: WORD_BYTES },
} as const satisfies Record<string, { data: Hex; maxBytes: number }>

type Answers = Record<keyof typeof QUESTIONS, ProbeAnswer | undefined>

/** Describes a token contract by what it says of itself and by what its code shows; without code, there is none. */
export async function readTokenInfo(
  rpc: Rpc,
  addressText: string,
  signal: AbortSignal,
): Promise<TokenInfo> {
  const address = parseAddress(addressText, 'address')
  const calls = Object.values(QUESTIONS).map((question) => ({ to: address, ...question }))
  const { block, answers } = await probe(rpc, calls, signal)
  const { codeSize, proxy } = await readCode(pinned(rpc, block.number), address, signal)
  const answered = Object.fromEntries(
    Object.keys(QUESTIONS).map((key, index) => [key, answers[index]]),
  ) as Answers
  const name = probeText(answered.name, TOKEN_NAME_MAX_CHARS)
  const symbol = probeText(answered.symbol, SYMBOL_MAX_CHARS)
  const decimals = decimalsOf(answered.decimals)
  const supply = wordOf(answered.totalSupply)
  return {
    network: caip2(rpc.chain),
    address,
    standard: standardOf(answered, { decimals, supply }),
    name: name?.text ?? null,
    symbol: symbol?.text ?? null,
    decimals,
    totalSupply: supply?.toString() ?? null,
    totalSupplyFormatted:
      supply === undefined || decimals === null ? null : formatUnits(supply, decimals),
    proxy,
    codeSize,
    ...standing(rpc.chain, address, { name, symbol }),
    ...stampOf(block),
  }
}

interface Text {
  text: string
  changed: boolean
  isWord: boolean
}

function standing(
  chain: Chain,
  address: Address,
  { name, symbol }: { name: Text | null; symbol: Text | null },
): Pick<TokenInfo, 'listed' | 'warnings'> {
  const listed = listedContracts(chain.network)
  const own = listed.get(address.toLowerCase())
  const warnings: TokenWarning[] = []
  if (name?.isWord || symbol?.isWord) warnings.push('bytes32_metadata')
  if (symbol?.changed) warnings.push('symbol_sanitized')
  const symbols = [chain.native, ...listed.values()]
  // Honest tokens share plain names; who writes one in other letters means to be taken for it.
  const odd = name && !/^[ -~]*$/.test(name.text) ? name : null
  const isTaken = looksLikeOne(symbol, symbols) || looksLikeOne(odd, listedNames(chain.network))
  if (own === undefined && isTaken) warnings.push('impersonates_listed_symbol')
  return { listed: own !== undefined, warnings }
}

/** Whether a text can be taken for one of the well-known ones, in whatever script it is written. */
function looksLikeOne(text: Text | null, known: readonly string[]): boolean {
  if (!text) return false
  const looks = new Set(looksOf(text.text))
  return known.some((one) => looksOf(one).some((look) => looks.has(look)))
}

function standardOf(
  answers: Answers,
  { decimals, supply }: { decimals: number | null; supply: bigint | undefined },
): TokenInfo['standard'] {
  const isKnowing = isYes(answers.erc165) && !isYes(answers.nothing)
  if (isKnowing && isYes(answers.erc721)) return 'erc721'
  if (isKnowing && isYes(answers.erc1155)) return 'erc1155'
  return decimals !== null && supply !== undefined ? 'erc20' : 'unknown'
}

function isYes(answer: ProbeAnswer | undefined): boolean {
  return wordOf(answer) === 1n
}

function decimalsOf(answer: ProbeAnswer | undefined): number | null {
  const word = wordOf(answer)
  return word !== undefined && word < 256n ? Number(word) : null
}

function wordOf(answer: ProbeAnswer | undefined): bigint | undefined {
  if (answer?.outcome !== 'answered' || answer.data.length < WORD_BYTES) return undefined
  return toUint(answer.data)
}

function probeText(answer: ProbeAnswer | undefined, maxChars: number): Text | null {
  if (answer?.outcome !== 'answered' || answer.data.length < WORD_BYTES) return null
  const isWord = answer.data.length === WORD_BYTES
  return { ...tokenText(textBytes(answer.data, TEXT_MAX_BYTES), maxChars), isWord }
}
