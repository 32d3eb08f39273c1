const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** A text in a legacy encoding of one or two bytes a character; throws where it has no such character. */
export function encodeLegacy(text: string, encoding: string): Uint8Array {
  let table = tables.get(encoding)
  if (!table) {
    table = tableOf(encoding)
    tables.set(encoding, table)
  }
  const bytes: number[] = []
  for (const character of text) {
    const written = table.get(character)
    if (!written) throw new Error(`${encoding} has no ${character}`)
    bytes.push(...written)
  }
  return Uint8Array.from(bytes)
}

/** The encoding turned round: `TextDecoder` only reads. */
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, readonly number[]>()
  const add = (...bytes: number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if (
      String.fromCodePoint(character.codePointAt(0) ?? 0) !== character ||
      character === '\uFFFD' ||
      table.has(character)
    )
      return
    table.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add(byte)
  for (let lead = 0x81; lead < 256; lead += 1) {
    for (let trail = 0x40; trail < 256; trail += 1) add(lead, trail)
  }
  return table
}
