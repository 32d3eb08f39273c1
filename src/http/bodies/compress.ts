import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** How an answer may be packed. */
export type Packing = 'br' | 'gzip'

/** Shorter answers are sent as they are: packing would save nothing worth its time. */
export const PACKED_MIN_CHARS = 2_048

/** Levels of compression: of bodies packed for each answer, and of those packed once for all. */
const LEVELS = { each: { gzip: 3, br: 2 }, once: { gzip: 9, br: constants.BROTLI_MAX_QUALITY } }

const [packGzip, packBrotli] = [promisify(gzip), promisify(brotliCompress)]

/** The packing that a client prefers of those that it takes (RFC 9110, section 12.5.3); undefined for none. */
export function packingFor(
  acceptEncoding: string | undefined,
  offered: readonly Packing[] = ['br', 'gzip'],
): Packing | undefined {
  const weights = new Map<string, number>()
  for (const one of (acceptEncoding ?? '').slice(0, 500).split(',')) {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((part) => part.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (name: Packing) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = offered.toSorted((one, other) => weightOf(other) - weightOf(one))
  return best && weightOf(best) > 0 ? best : undefined
}

/** Packs a whole answer, beside other work of this process. */
export async function pack(
  text: string,
  packing: Packing,
  use: keyof typeof LEVELS = 'each',
): Promise<Uint8Array<ArrayBuffer>> {
  const level = LEVELS[use][packing]
  const packed =
    packing === 'gzip'
      ? await packGzip(text, { level })
      : await packBrotli(text, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: level,
            [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
          },
        })
  return new Uint8Array(packed)
}
