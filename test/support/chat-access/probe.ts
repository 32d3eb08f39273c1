import type { Fields } from '../chat-world.ts'
import type { Verdict } from './rules.ts'
import {
  type CallerIdentity,
  type Kind,
  LATER_SECONDS,
  type Thing,
  type Variants,
} from './things.ts'

/** Finds a thing as it is to who asks. */
export type At = <K extends Kind>(kind: K, variant: Variants[K]) => Thing

/** One kind of request, with the expected result of every user. */
export interface Probe {
  operation: string
  /** Says which one it is, where an operation has several. */
  by: string
  about: Kind | undefined
  /** The input that asks for a thing; `at` finds other things as they are to who asks. */
  fields(thing: Thing, at: At): Fields
  may(asker: CallerIdentity, variant: string): Verdict
}

/** Probes about things of a kind, by the name of the operation and which of its probes it is. */
export function about<K extends Kind>(
  kind: K,
  may: (asker: CallerIdentity, variant: Variants[K]) => Verdict,
  asks: Readonly<Record<string, Probe['fields']>>,
): Probe[] {
  return Object.entries(asks).map(([name, fields]) => {
    const [operation = '', by = ''] = name.split(' by ')
    return { operation, by, about: kind, fields, may }
  })
}

/** Probes of operations that are about nothing that could be hidden. */
export function general(
  may: (asker: CallerIdentity) => Verdict,
  asks: Readonly<Record<string, Fields>>,
): Probe[] {
  return Object.entries(asks).map(([name, fields]) => {
    const [operation = '', by = ''] = name.split(' by ')
    return { operation, by, about: undefined, fields: () => fields, may }
  })
}

/** The newest messages of a narrow. */
export const around = { anchor: 'newest', num_before: 5, num_after: 0 }

/** What a message that is sent later has beside its place. */
export const scheduled = { scheduled_delivery_timestamp: LATER_SECONDS, content: 'x' }
