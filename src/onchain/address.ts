import { keccak256 } from 'viem/utils'
import { badInput } from './failures.ts'
import { type Hex, toHex } from './hex.ts'

/** An address with the checksum of EIP-55 in its letters. */
export type Address = Hex

/** Writes 20 bytes as an address with the checksum of EIP-55. */
export function toAddress(bytes: Uint8Array): Address {
  return withChecksum(toHex(bytes))
}

/**
 * Reads an address from a caller: `0x` and 40 hexadecimal digits, in one case, or with the right checksum
 * (EIP-55). Throws `not_an_address`, and `bad_checksum` where a digit must be wrong.
 */
export function parseAddress(text: string, field: string): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    throw badInput(
      'not_an_address',
      `${field} is not an EVM address.`,
      text.includes('.')
        ? 'An address is 0x and 40 hexadecimal digits. For a name, call resolve_name first and check its answer.'
        : 'An address is 0x and 40 hexadecimal digits.',
    )
  }
  const digits = text.slice(2)
  const address = withChecksum(text)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!isOneCase && text !== address) {
    throw badInput(
      'bad_checksum',
      `The checksum of ${field} is wrong: at least one character was mistyped.`,
      'Copy the address anew from its source. Do not guess the wrong character.',
    )
  }
  return address
}

/** Reads a list of addresses from a caller, as `parseAddress` does. */
export function parseAddresses(texts: readonly string[], field: string): Address[] {
  return texts.map((text, index) => parseAddress(text, `${field}[${index}]`))
}

function withChecksum(address: string): Address {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak256(new TextEncoder().encode(digits))
  const cased = Array.from(digits, (digit, index) =>
    Number.parseInt(hash[index + 2] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}
