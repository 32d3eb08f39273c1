import { seededRandom } from './seeded-random.ts'

/** Something that aborts a signal or is thrown, and what it is. */
export interface OddReason {
  name: string
  value: unknown
}

/** Names and codes by which libraries, the platform and we ourselves tell a connection or a time that ended. */
const NAMES = [
  'AbortError',
  'TimeoutError',
  'ResponseAborted',
  'NetworkError',
  'Error',
  'HTTPError',
]
const CODES = [
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_ABORTED',
  'ABORT_ERR',
  '',
]

class CustomReason {
  readonly status = 500
}

/** Whatever JavaScript lets somebody throw, a few hundred things of a seed: each kind bare, and in wrappers of random depth. */
export function oddReasons(seed: number, count: number): OddReason[] {
  const random = seededRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const errorOf = (name: string, code: string, cause?: unknown): Error => {
    const error = new (pick([Error, TypeError, RangeError]))('the other end', { cause })
    Object.defineProperty(error, 'name', { value: name })
    return code === '' ? error : Object.assign(error, { code })
  }
  const kinds: (() => OddReason)[] = [
    () => ({
      name: 'text',
      value: pick(['', 'Client connection prematurely closed.', 'AbortError']),
    }),
    () => ({ name: 'nothing', value: pick([undefined, null]) }),
    () => ({ name: 'number', value: pick([0, 499, Number.NaN]) }),
    () => ({ name: 'symbol', value: Symbol('gone') }),
    () => ({ name: 'object', value: pick([{}, Object.freeze({ code: 'x' }), new CustomReason()]) }),
    () => ({ name: 'no prototype', value: Object.create(null) as unknown }),
    () => ({
      name: 'throwing getters',
      value: Object.defineProperty({}, 'name', {
        get: () => {
          throw new Error('got')
        },
      }),
    }),
    () => ({ name: 'DOMException', value: new DOMException('gone', pick(NAMES)) }),
    () => ({ name: 'Error', value: errorOf(pick(NAMES), pick(CODES)) }),
    () => ({ name: 'AggregateError', value: new AggregateError([errorOf('AbortError', ''), 'x']) }),
  ]
  const wrapped = ({ name, value }: OddReason): OddReason => ({
    name: `${name} as a cause`,
    value: errorOf(pick(NAMES), pick(CODES), value),
  })
  return Array.from({ length: count }, (_, index) => {
    let reason = (kinds[index % kinds.length] ?? pick(kinds))()
    while (random() < 0.3) reason = wrapped(reason)
    return reason
  })
}
