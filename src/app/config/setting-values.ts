import { homedir } from 'node:os'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { USD_PATTERN } from '../../pay/protocol/money.ts'

/** Words separated by commas or blanks, or a list in the file. */
export const list = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value),
  z.array(z.string()),
)

/** Hosts as an address names them: in small letters, with a port unless it is the usual one. */
export const payHosts = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value),
  z.array(
    z
      .string()
      .refine(
        (host) => URL.parse(`https://${host}/`)?.host === host,
        'a host, as example.com:8443',
      ),
  ),
)

/** Whole paths of folders or files, separated by commas; `~` stands for the folder of the user. */
export const paths = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((path) => path.trim())
          .filter(Boolean)
      : value,
  z.array(
    z
      .string()
      .transform((path) => path.replace(/^~(?=[\\/]|$)/, () => homedir()))
      .refine(isAbsolute, 'whole paths such as /home/ada/Documents'),
  ),
)

/** A switch: on without a value. */
export const bool = z.preprocess((value) => {
  if (value === '' || value === 'true' || value === '1') return true
  return value === 'false' || value === '0' ? false : value
}, z.boolean())

/** Addresses separated by commas or blanks, one at least. */
export const urls = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value),
  z.array(z.url({ protocol: /^https?$/ })).min(1),
)

/** Beginning of the settings of networks, and of chains that the operator names. */
export const RPC_PREFIX = 'rpc-'

/** Chains by the operator's names for them: addresses, behind the id of the chain (`eip155:100`) where it is written. */
export const ownChains = z.preprocess(
  chainPairs,
  z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'a name in small letters'),
      list.transform((words, context) => {
        const [, id] = /^eip155:([1-9]\d{0,14})$/.exec(words[0] ?? '') ?? []
        const endpoints = urls.safeParse(id === undefined ? words : words.slice(1))
        if (endpoints.success) {
          return { ...(id === undefined ? {} : { id: Number(id) }), endpoints: endpoints.data }
        }
        context.addIssue('addresses, which may stand behind the id of the chain as in eip155:100')
        return z.NEVER
      }),
    )
    .default({}),
)

/** Chains in one text, `name=addresses` and blanks between them, as an object. */
export function chainPairs(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return Object.fromEntries(value.split(/\s+/).filter(Boolean).map(splitPair))
}

/** Whether a name is another one but for a letter or two at one place, as mistakes are. */
export function isAlmost(name: string, other: string): boolean {
  const longer = Math.max(name.length, other.length)
  let head = 0
  while (head < longer && name[head] === other[head]) head += 1
  let tail = 0
  while (tail < longer - head && name.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  return head + tail >= longer - 2
}

/** `name=value` pairs, or an object in the file. */
export function pairsOf<T>(value: z.ZodType<T>) {
  return z.preprocess(
    (given) =>
      typeof given === 'string'
        ? Object.fromEntries(
            given
              .split(/[\s,]+/)
              .filter(Boolean)
              .map(splitPair),
          )
        : given,
    z.record(z.string(), value).default({}),
  )
}

/** An amount of US dollars, as text. */
export const usd = z.string().regex(USD_PATTERN, 'an amount in USD such as 0.002')

/** Where an operation runs. */
export const placement = z.enum(['here', 'there', 'here-then-there'])

/** An EVM address. */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'an EVM address: 0x and 40 hex digits')

/** EVM addresses separated by commas or blanks, or a list in the file. */
export const addresses = list.pipe(z.array(address))

/** Rules `count/seconds`, separated by commas, or `off`. */
export const rateRules = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value
    if (value === 'off') return []
    return value.split(',').map((rule) => {
      const [count, seconds] = rule.split('/')
      return { count: Number(count), seconds: Number(seconds) }
    })
  },
  z.array(z.object({ count: z.int().min(1), seconds: z.int().min(1) })),
)

/** Names of schemas that Postgres has for itself, or for whoever names none. */
const TAKEN_SCHEMAS = /^(?:pg_.*|public|information_schema)$/

/** A schema of Postgres for one organization: what is written so needs no quotes there, and names a folder as it is. */
export const schemaName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'a name of small letters, digits and _, 63 characters at most')
  .refine(
    (name) => !TAKEN_SCHEMAS.test(name),
    'a name of your own: not public, and none that begins with pg_',
  )

/** A port; 0 picks one. */
export const port = z.coerce.number().int().min(0).max(65_535)

function splitPair(entry: string): [string, string] {
  const [name = '', ...value] = entry.split('=')
  return [name, value.join('=')]
}
