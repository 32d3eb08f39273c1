import type { TransactionAnswer } from '../../contract/onchain.ts'
import { selectorOf } from '../calls/arguments.ts'
import { type FunctionSignature, readSignature } from '../calls/signature.ts'
import { decodeValues } from '../calls/values.ts'
import type { Hex } from '../hex.ts'
import { DECODED_CALL_MAX_BYTES } from '../limits.ts'

/** Functions that most transactions call: of tokens (ERC-20, 721, 1155, 2612, 3009), wrapped coins, proxies and bundles. */
const KNOWN = [
  'transfer(address to, uint256 amount)',
  'transferFrom(address from, address to, uint256 amount)',
  'approve(address spender, uint256 amount)',
  'increaseAllowance(address spender, uint256 added)',
  'decreaseAllowance(address spender, uint256 subtracted)',
  'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'safeTransferFrom(address from, address to, uint256 tokenId)',
  'safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'setApprovalForAll(address operator, bool approved)',
  'mint(address to, uint256 amount)',
  'burn(uint256 amount)',
  'deposit()',
  'withdraw(uint256 amount)',
  'upgradeTo(address implementation)',
  'upgradeToAndCall(address implementation, bytes data)',
  'transferOwnership(address newOwner)',
  'multicall(bytes[] data)',
  'aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
] as const

let bySelector: ReadonlyMap<Hex, FunctionSignature> | undefined

/** The known functions by their selectors, made of the list on first use. */
function knownSignatures(): ReadonlyMap<Hex, FunctionSignature> {
  bySelector ??= new Map(
    KNOWN.map((text) => {
      const signature = readSignature(text)
      return [selectorOf(signature), signature]
    }),
  )
  return bySelector
}

/** What call data asks for: by the signature that the reader gave where it fits, else by a known one. */
export function decodeCall(
  data: Hex,
  given: FunctionSignature | undefined,
): TransactionAnswer['call'] {
  if (data.length < 10) return null
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const isGiven = given !== undefined && selectorOf(given) === selector
  const signature = isGiven ? given : knownSignatures().get(selector)
  const isShort = data.length / 2 <= DECODED_CALL_MAX_BYTES
  const values =
    signature && isShort ? decodeValues(signature.inputs, `0x${data.slice(10)}`) : undefined
  return signature && values
    ? { selector, function: signature.canonical, values }
    : { selector, function: null, values: [] }
}
