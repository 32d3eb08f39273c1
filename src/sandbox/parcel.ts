import { type HeldBody, isHeldBody } from '../contract/held-body.ts'
import { encode } from './wire.ts'

/** A job on its way to a child: a message, and the document that follows it where that is a held one. */
export interface Parcel {
  message: Uint8Array
  document: HeldBody | undefined
  /** Bytes of both. */
  byteLength: number
}

/** Packs a job; a held document among the fields of the input is left where it is. Throws on what has no copy. */
export function packJob(id: number, job: string, input: unknown): Parcel {
  const [field, document] = heldField(input) ?? []
  const rest = field === undefined ? input : { ...(input as object), [field]: undefined }
  const message = encode({ id, job, input: rest, documentField: field })
  return { message, document, byteLength: message.byteLength + (document?.byteLength ?? 0) }
}

function heldField(input: unknown): [string, HeldBody] | undefined {
  // Only records have fields by name: a list of bytes would have a million entries.
  if (typeof input !== 'object' || input === null) return undefined
  if (Object.getPrototypeOf(input) !== Object.prototype) return undefined
  return Object.entries(input).find((entry): entry is [string, HeldBody] => isHeldBody(entry[1]))
}
