import { ens_normalize } from '@adraffy/ens-normalize'
import { concat, keccak256, toBytes } from 'viem/utils'
import { badInput } from '../failures.ts'
import { type Hex, toHex } from '../hex.ts'
import { NAME_MAX_CHARS } from '../limits.ts'

/** Bytes of one label in the wire format of DNS names. */
const LABEL_MAX_BYTES = 255

/** Reads a name from a caller in its normalized form (ENSIP-15). Throws `bad_name`. */
export function normalizeName(name: string): string {
  const normalized = name.length > NAME_MAX_CHARS ? undefined : tryNormalize(name)
  const labels = normalized?.split('.') ?? []
  const fits = labels.every((label) => toBytes(label).length <= LABEL_MAX_BYTES)
  if (normalized === undefined || labels.length < 2 || !fits) {
    throw badInput(
      'bad_name',
      'The name is not a valid ENS name (ENSIP-15).',
      'A name has at least two labels, as in vitalik.eth. Names that mix scripts or hold look-alike or invisible characters are refused: copy the name from its source.',
    )
  }
  return normalized
}

/** Whether a name that a contract claims is one, exactly as it must be written. */
export function isNormalizedName(name: string): boolean {
  return name !== '' && name.length <= NAME_MAX_CHARS && tryNormalize(name) === name
}

/** The number of a name in the registry (ENSIP-1). */
export function nameNode(name: string): Hex {
  return name
    .split('.')
    .reduceRight<Hex>(
      (node, label) => keccak256(concat([node, keccak256(toBytes(label))])),
      `0x${'00'.repeat(32)}`,
    )
}

/** A name in the wire format of DNS (RFC 1035 3.1), which resolvers take (ENSIP-10). */
export function wireName(name: string): Hex {
  const labels = name.split('.').map((label) => toBytes(label))
  const bytes = labels.flatMap((label) => [Uint8Array.of(label.length), label])
  return toHex(Buffer.concat([...bytes, Uint8Array.of(0)]))
}

function tryNormalize(name: string): string | undefined {
  try {
    return ens_normalize(name)
  } catch {
    return undefined
  }
}
