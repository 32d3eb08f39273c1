import { CHANNEL_WORDS, LABEL_WORDS, STATE_WORDS } from './words.ts'

/** What a record states beside its text. */
export type Term = keyof typeof TERMS

/** How each is called where it is written. */
const TERMS = {
  number: 'Number',
  state: 'State',
  resolution: 'Resolution',
  type: 'Type',
  priority: 'Priority',
  severity: 'Severity',
  labels: 'Labels',
  tags: 'Tags',
  assignees: 'Assignees',
  milestone: 'Milestone',
  component: 'Component',
  reporter: 'Author',
  publisher: 'Author',
  version: 'Version',
  license: 'License',
  downloads: 'Downloads',
  repository: 'Repository',
  homepage: 'Homepage',
  documentation: 'Documentation',
  dependencies: 'Dependencies',
  published: 'Published',
} as const satisfies Record<keyof typeof LABEL_WORDS, string>

/** Terms of which a record may have several values. */
export const PLURAL: ReadonlySet<Term> = new Set<Term>(['labels', 'tags', 'assignees'])
/** Terms whose value is an address. */
export const ADDRESSES: ReadonlySet<Term> = new Set<Term>([
  'repository',
  'homepage',
  'documentation',
])
/** Terms whose value names people. */
export const NAMING_TERMS: ReadonlySet<Term> = new Set<Term>(['reporter', 'publisher', 'assignees'])
/** Terms whose value is a number that may stand before its label. */
export const COUNTS: ReadonlySet<Term> = new Set<Term>(['downloads', 'dependencies'])

const LABEL_MAX_CHARS = 40
const BY_LABEL = new Map<string, Term>()
for (const [term, words] of Object.entries(LABEL_WORDS)) {
  for (const label of words.split('|')) {
    if (label !== '' && !BY_LABEL.has(label)) BY_LABEL.set(label, term as Term)
  }
}

/** What a text labels, with or without a colon, a note in brackets or a mark before it. */
export function termOf(text: string): Term | undefined {
  if (text.length > LABEL_MAX_CHARS) return undefined
  const label = text.replace(/\s*[:：]$/, '').toLowerCase()
  return BY_LABEL.get(label) ?? BY_LABEL.get(label.replace(/\s*[(（[][^()（）[\]]*[)）\]]$/, ''))
}

/** A text that begins with the label of a license, as `termOf` reads it. */
export const LICENSE_LABEL = new RegExp(
  `^\\s*(?:${LABEL_WORDS.license.replaceAll(/[()]/g, '\\$&')})\\s*(?:[(（[][^()（）[\\]]*[)）\\]]\\s*)?(?:[:：]|$)`,
  'i',
)

/** The label that is written. */
export function labelOf(term: Term): string {
  return TERMS[term]
}

/** Words for how far an issue is. */
export const STATE = new RegExp(`^(?:${STATE_WORDS})(?![\\p{L}\\d])`, 'iu')
/** Words for what a release is good for. */
export const CHANNEL = new RegExp(`^(?:${CHANNEL_WORDS})$`, 'iu')
/** What a version looks like. */
export const VERSION = /(?<![\w.])v?\d+(?:\.\d+)+[a-z\d]*(?:[-.+~][a-z\d]+)*(?![\w])/i
