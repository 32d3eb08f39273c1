const NODE_MAX_COUNT = 4000
const DEPTH_MAX = 24
const ADDRESS_MAX_HOPS = 4
const NAMES_MAX_COUNT = 20

/** One object of the page's JSON-LD that has a type. */
export interface LdNode {
  /** Lower-case type names without their vocabulary, e.g. `newsarticle`. */
  types: readonly string[]
  value: Readonly<Record<string, unknown>>
  /** 0 for top level and `@graph` members and the main entities these name; 1 for anything inside another node. */
  nesting: number
}

/** The JSON-LD of a page, flattened, with its references resolvable. */
export interface LinkedData {
  nodes: readonly LdNode[]
  byId: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

type Json = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

function parseBlock(block: string): unknown {
  const bare = block
    .trim()
    .replace(
      /^(?:\/\*\s*)?(?:<!--|\/\/\s*<!(?:\[CDATA\[|CDATA )|<!(?:\[CDATA\[|CDATA ))(?:\s*\*\/)?/,
      '',
    )
    .replace(/(?:-->|(?:\/\/\s*|\/\*\s*)?\]\]>(?:\s*\*\/)?)$/, '')
    .replace(/;$/, '')
  try {
    return JSON.parse(bare)
  } catch {
    // Raw line breaks inside strings and commas before a closing bracket are the two usual faults.
    // oxlint-disable-next-line no-control-regex
    const mended = bare.replaceAll(/[\u0000-\u001f]+/g, ' ').replaceAll(/,(?= ?[}\]])/g, '')
    try {
      return JSON.parse(mended)
    } catch {
      return undefined
    }
  }
}

/** Type names of a JSON-LD object in lower case, without `http://schema.org/`. */
function typesOf(value: Json): string[] {
  return listOf(value['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.slice(type.lastIndexOf('/') + 1).toLowerCase())
}

const entityKeys = new Set(['@graph', 'mainEntity', 'mainEntityOfPage'])

/** Reads the `application/ld+json` blocks of a page; what cannot be parsed is left out. Never throws. */
export function readJsonLd(blocks: readonly string[]): LinkedData {
  const nodes: LdNode[] = []
  const byId = new Map<string, Json>()
  const queue: { value: unknown; depth: number; nesting: number }[] = []
  const enqueue = (value: unknown, depth: number, nesting: number): void => {
    if (depth <= DEPTH_MAX && queue.length < NODE_MAX_COUNT) queue.push({ value, depth, nesting })
  }
  for (const block of blocks) enqueue(parseBlock(block), 0, 0)
  // Breadth first: an object outranks what it contains.
  for (let next = 0; next < queue.length; next += 1) {
    const { value, depth, nesting } = queue[next]!
    if (Array.isArray(value)) {
      for (const member of value.slice(0, NODE_MAX_COUNT)) enqueue(member, depth + 1, nesting)
      continue
    }
    if (!isObject(value)) continue
    const types = typesOf(value)
    if (types.length > 0) nodes.push({ types, value, nesting })
    const id = value['@id']
    const isReference = Object.keys(value).length <= 1
    if (typeof id === 'string' && !isReference && !byId.has(id)) byId.set(id, value)
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null) continue
      enqueue(inner, depth + 1, entityKeys.has(key) ? nesting : 1)
    }
  }
  return { nodes, byId }
}

/** The object that `{"@id": …}` names; anything else unchanged. */
function resolve(data: LinkedData, value: unknown): unknown {
  if (!isObject(value) || 'name' in value) return value
  const id = value['@id']
  return typeof id === 'string' ? (data.byId.get(id) ?? value) : value
}

/** The text of a value: a string, a number, `@value`, or the first of a list. Empty when there is none. */
export function ldText(value: unknown): string {
  const first = listOf(value)[0]
  if (typeof first === 'string') return first
  if (typeof first === 'number') return String(first)
  if (isObject(first) && typeof first['@value'] === 'string') return first['@value']
  return ''
}

/** Names of persons or organizations: strings, objects with a name, references, lists of these. */
export function namesOf(data: LinkedData, value: unknown): string[] {
  const names: string[] = []
  const queue: unknown[] = [value]
  for (let next = 0; next < queue.length && next < NAMES_MAX_COUNT; next += 1) {
    const item = resolve(data, queue[next])
    if (Array.isArray(item)) queue.push(...item.slice(0, NAMES_MAX_COUNT))
    else if (typeof item === 'string') names.push(item)
    else if (isObject(item)) {
      const name = item['name'] ?? item['@name']
      if (name !== undefined) queue.push(name)
      else {
        const whole = `${ldText(item['givenName'])} ${ldText(item['familyName'])}`.trim()
        if (whole !== '') names.push(whole)
        else if (typeof item['@list'] === 'object') queue.push(item['@list'])
      }
    }
  }
  return names
}

/** The first address in an image-like value: a string, an object with url or contentUrl, a reference, a list. */
export function addressOf(data: LinkedData, value: unknown): string {
  let current = resolve(data, listOf(value)[0])
  for (let hop = 0; hop < ADDRESS_MAX_HOPS; hop += 1) {
    if (typeof current === 'string') return current
    if (!isObject(current)) return ''
    current = resolve(data, listOf(current['url'] ?? current['contentUrl'] ?? current['@id'])[0])
  }
  return ''
}
