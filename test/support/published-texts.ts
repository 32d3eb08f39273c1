/** Words with which a text leans on what stands beside it. */
const LEANING =
  /^(?:It|Its|They|Their|Them|Those|These|That|This one|Such|The same|Same|Of|Or|And|Else|Not now)\b/i

/** Words after which more has to come. */
const UNFINISHED = /\b(?:a|an|and|or|the)[.,]*$/i

/** A text with fewer words says what the name says, or is a riddle. */
const MIN_WORDS = 3

/** Parameters that say by their names and types all there is to say. */
const SPEAKING: ReadonlySet<string> = new Set([
  'address',
  'allow_subdomains',
  'body',
  'data',
  'display_in_profile_summary',
  'editable_by_user',
  'email',
  'emoji_name',
  'full_name',
  'fullPage',
  'include_archived',
  'include_deactivated_groups',
  'limit',
  'maxPages',
  'name',
  'new_name',
  'password',
  'search',
  'seconds',
  'text',
  'title',
  'token',
  'topic',
  'topic_name',
  'url',
])

/** Why a description cannot be understood by who reads nothing else; undefined where it can. */
export function whyUnclear(text: string): string | undefined {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length < MIN_WORDS) return 'says too little: say more, or nothing'
  if (LEANING.test(text)) return 'leans on what stands beside it'
  if (!/[.…]$/.test(text)) return 'does not end'
  return UNFINISHED.test(text) ? 'ends too early' : undefined
}

/** Every description within a schema or a document, with what is wrong with it. */
export function unclearWithin(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (key !== 'description' || typeof value !== 'string') return unclearWithin(value)
    const why = whyUnclear(value)
    return why === undefined ? [] : [`"${value}" ${why}`]
  })
}

/** Whether a parameter needs no description: it is an id, has choices, or is named for what it is. */
export function speaksForItself(name: string, schema: object): boolean {
  const items = 'items' in schema && typeof schema.items === 'object' ? schema.items : null
  return 'enum' in (items ?? schema) || /_ids?$/.test(name) || SPEAKING.has(name)
}
