/** Bytes in the form JSON-RPC writes them. */
export type Hex = `0x${string}`

/** Whether a value of an answer is `0x` and whole bytes. */
export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(value)
}

/** The bytes of hexadecimal data. */
export function fromHex(data: Hex): Uint8Array {
  return Buffer.from(data.slice(2), 'hex')
}

/** Hexadecimal data of bytes. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

/** The unsigned number that bytes hold, most significant first. */
export function toUint(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(toHex(bytes))
}

/** A number as JSON-RPC takes it. */
export function toQuantity(number: bigint): Hex {
  return `0x${number.toString(16)}`
}
