import { type Address, parseAddress } from '../address.ts'
import { normalizeName } from './name.ts'

/** The account that a caller asks about: by a normalized name, or by an address. */
export type Subject = { name: string } | { address: Address }

/** Reads the account that a caller asks about. Throws `bad_name`, `not_an_address` and `bad_checksum`. */
export function readSubject(question: {
  name?: string | undefined
  address?: string | undefined
}): Subject {
  return question.name === undefined
    ? { address: parseAddress(question.address ?? '', 'address') }
    : { name: normalizeName(question.name) }
}
