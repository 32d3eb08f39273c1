/** Random numbers between 0 and 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A JSON document, and its numbers as they are written, in their order. */
export interface NumberedDocument {
  text: string
  numbers: string[]
}

const NAMES = [
  'id',
  '10',
  '2',
  '__proto__',
  'constructor',
  'a.b',
  'sum',
  'Ä',
  'x y',
  '',
  '007',
  'toString',
]

/**
 * A document of records with long and odd numbers, also in objects and arrays inside of them, under names that look like numbers
 * or that objects have by nature; sometimes as JSON lines, sometimes inside an envelope.
 */
export function numberedDocument(random: () => number): NumberedDocument {
  const numbers: string[] = []
  const below = (count: number): number => Math.floor(random() * count)
  const digits = (count: number): string =>
    Array.from({ length: count }, () => String(below(10))).join('')
  const number = (): string => {
    const sign = random() < 0.3 ? '-' : ''
    const whole = random() < 0.3 ? '0' : `${1 + below(9)}${digits(below(24))}`
    const fraction = random() < 0.5 ? `.${digits(1 + below(20))}` : ''
    const mark = random() < 0.5 ? 'e' : 'E'
    const exponent =
      random() < 0.3 ? `${mark}${['', '+', '-'][below(3)]}${digits(1 + below(4))}` : ''
    const written = sign + whole + fraction + exponent
    numbers.push(written)
    return written
  }
  const value = (depth: number): string => {
    const kind = random()
    if (kind < 0.6 || depth > 3) return number()
    if (kind < 0.7) return JSON.stringify(['text', 'a,b', '"', 'true', ''][below(5)])
    if (kind < 0.75) return ['true', 'false', 'null'][below(3)] ?? 'null'
    if (kind < 0.87)
      return `[${Array.from({ length: below(4) }, () => value(depth + 1)).join(' ,')}]`
    return object(depth + 1)
  }
  const object = (depth: number): string => {
    const start = below(NAMES.length)
    const names = NAMES.slice(start, start + 1 + below(4))
    return `{${names.map((name) => `${JSON.stringify(name)}: ${value(depth)}`).join(',\n')}}`
  }
  const records = Array.from({ length: 1 + below(4) }, () => object(0))
  const shape = random()
  if (shape < 0.6) return { text: `[${records.join(',')}]`, numbers }
  if (shape < 0.8) return { text: `{"data": [${records.join(',')}]}`, numbers }
  if (shape < 0.9)
    return { text: `{"data": [${records.join(',')}], "total": ${number()}}`, numbers }
  return { text: records.map((record) => record.replaceAll('\n', ' ')).join('\n'), numbers }
}
