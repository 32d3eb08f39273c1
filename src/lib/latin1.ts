/** Bytes as characters of the same numbers, at most so many: what is ASCII can be searched in it, whatever the encoding. */
export function latin1(bytes: Uint8Array, maxBytes = bytes.byteLength): string {
  const length = Math.min(bytes.byteLength, maxBytes)
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1')
}
