import { toOperationError } from '../../../src/contract/errors.ts'
import type { Principal } from '../../../src/contract/principal.ts'
import {
  principalOfCaller,
  NO_HOST_ACCESS,
  principalOfUser,
} from '../../../src/core/run/principals.ts'
import { countedAs } from '../../../src/http/callers/peer.ts'
import { networkOf } from '../../../src/lib/network-of.ts'

/** Somebody who calls. */
export interface Caller {
  /** Address of the connection. */
  address: string
  /** As limits count it. */
  peer: string
  principal: Principal
  isStranger: boolean
}

/** Somebody who takes as much as they can get. */
export interface Flooder {
  name: 'one address' | 'one /56' | 'one account'
  /** Who sends the call of a number. */
  call(n: number): Caller
}

/** What became of a call: it was answered, waits behind the caller's own, or was refused by a code. */
export type Outcome = string

/** What one caller does at the cap that some rows of the table of shares say, and what others meet meanwhile. */
export interface Scenario {
  /** Rows that it is about, as what they mean begins. */
  rows: readonly string[]
  /** Who can come to the cap. */
  by: readonly Flooder['name'][]
  /** Fills what there is, and tells what became of one more call of the same caller, and of one of somebody else. */
  run(flooder: Flooder, other: Caller): Promise<{ flooder: Outcome; other: Outcome }>
}

/** Rows that are shown by a test of their own. */
export interface ShownElsewhere {
  rows: readonly string[]
  file: string
  /** Part of the title of the test. */
  test: string
}

const accounts = { isAccount: () => false }

function stranger(address: string): Caller {
  const peer = countedAs(address)
  const principal = principalOfCaller({ caller: undefined, peer }, accounts, NO_HOST_ACCESS)
  return { address, peer, principal, isStranger: true }
}

function account(id: number, address: string): Caller {
  const principal = principalOfUser(id)
  return { address, peer: countedAs(address), principal, isStranger: false }
}

/** Networks of 64 bits that a flooder with a /56 uses. */
const NETWORKS = 256

/** Everybody who floods. */
export const FLOODERS: readonly Flooder[] = [
  { name: 'one address', call: () => stranger('203.0.113.9') },
  {
    name: 'one /56',
    call: (n) => stranger(`2001:db8:0:1${(n % NETWORKS).toString(16).padStart(2, '0')}::${n + 1}`),
  },
  { name: 'one account', call: () => account(7, '203.0.113.9') },
]

/** Somebody else, who asks once: a stranger, one of the next house, and somebody with an account. */
export const OTHERS: readonly Caller[] = [
  stranger('198.51.100.1'),
  stranger('2001:db8:0:200::1'),
  account(8, '198.51.100.2'),
]

/** All who flood. */
export const ANYBODY = FLOODERS.map(({ name }) => name)
/** Those who flood without an account. */
export const STRANGERS = ANYBODY.filter((name) => name !== 'one account')

/** Runs what is refused by throwing; tells how it went. */
export async function outcomeOf(work: () => unknown): Promise<Outcome> {
  try {
    await work()
    return 'answered'
  } catch (thrown) {
    return toOperationError(thrown).code
  }
}

/** Tells how work went that may have to wait: what is not done within some turns of the event loop waits. */
export async function outcomeSoon(work: Promise<unknown>): Promise<Outcome> {
  const waited = (async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    return 'waits'
  })()
  return Promise.race([outcomeOf(async () => work), waited])
}

/** The network of a caller. */
export function networkOfCaller({ peer }: Caller): string {
  return networkOf(peer)
}
