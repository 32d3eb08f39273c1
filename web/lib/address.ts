/** One condition of a view of messages, as the API takes it. */
export interface Term {
  operator: string
  operand: string | number | readonly number[]
  negated?: boolean
}

/** What the fragment of the address names. */
export type Place =
  | { page: 'narrow'; terms: readonly Term[]; near?: number | undefined }
  /** Any other page: its name, and what follows it. */
  | { page: string; terms?: undefined; rest: readonly string[] }

/** The page that an empty fragment names. */
export const HOME = 'inbox'

const CHANNEL_OPERATORS: ReadonlySet<string> = new Set(['channel', 'stream'])
const PEOPLE_OPERATORS: ReadonlySet<string> = new Set(['dm', 'pm-with', 'dm-including', 'sender'])

/** Reads a fragment such as `#narrow/channel/3-design/topic/live/near/20009`, `#inbox` or `#owner/money`. */
export function readAddress(hash: string): Place {
  const [page = '', ...rest] = hash.replace(/^#\/?/, '').split('/')
  if (page !== 'narrow') {
    return { page: page === '' ? HOME : page, rest: rest.map(decodePart).filter(Boolean) }
  }
  const terms: Term[] = []
  let near: number | undefined
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [named = '', operand = ''] = rest.slice(index, index + 2)
    const negated = named.startsWith('-')
    const operator = negated ? named.slice(1) : named
    if (operator === 'near' || operator === 'with') near = Number.parseInt(operand, 10) || undefined
    else terms.push({ ...readTerm(operator, decodePart(operand)), ...(negated ? { negated } : {}) })
  }
  return { page: 'narrow', terms, near }
}

function readTerm(operator: string, operand: string): Term {
  if (CHANNEL_OPERATORS.has(operator)) {
    const id = Number.parseInt(operand, 10)
    return { operator: 'channel', operand: Number.isNaN(id) ? operand : id }
  }
  if (PEOPLE_OPERATORS.has(operator)) {
    const ids = operand
      .replace(/-[^,]*$/, '')
      .split(',')
      .map(Number)
    const isOfIds = ids.every((id) => Number.isInteger(id) && id > 0)
    const name = operator === 'pm-with' ? 'dm' : operator
    if (!isOfIds) return { operator: name, operand }
    return { operator: name, operand: name === 'sender' ? (ids[0] ?? 0) : ids }
  }
  return { operator, operand }
}

/** Writes the fragment of a view; `slug` makes it readable: it follows the id of a channel. */
export function narrowAddress(
  terms: readonly Term[],
  {
    near,
    nameOf = () => '',
  }: { near?: number | undefined; nameOf?: (channelId: number) => string } = {},
): string {
  const parts = terms.flatMap(({ operator, operand, negated }) => [
    `${negated ? '-' : ''}${operator}`,
    writeOperand(operator, operand, nameOf),
  ])
  return `#narrow/${[...parts, ...(near === undefined ? [] : ['near', String(near)])].join('/')}`
}

function writeOperand(
  operator: string,
  operand: Term['operand'],
  nameOf: (channelId: number) => string,
): string {
  if (typeof operand === 'number' && CHANNEL_OPERATORS.has(operator)) {
    const slug = nameOf(operand).replaceAll(' ', '-')
    return slug === '' ? String(operand) : `${operand}-${encodePart(slug)}`
  }
  if (Array.isArray(operand)) {
    return `${operand.join(',')}-${operand.length === 1 ? 'dm' : 'group'}`
  }
  return encodePart(String(operand))
}

/** Percent signs are dots, and dots `.2E`, as in the addresses that the server writes into messages. */
function encodePart(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('.', '%2E')
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    return text
  }
}
