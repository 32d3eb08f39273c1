/** What a record states beside its text. */
export type Term = keyof typeof TERMS

/** How each is called where it is written, then by which labels pages call it. */
const TERMS = {
  number: ['Number'],
  state: ['State', 'status', 'ticket status', 'issue status'],
  resolution: ['Resolution'],
  type: ['Type', 'issue type', 'tracker'],
  priority: ['Priority', 'importance'],
  severity: ['Severity'],
  labels: ['Labels', 'label', 'keywords', 'tags', 'tag', 'topics'],
  tags: ['Tags'],
  assignees: ['Assignees', 'assignee', 'assigned to', 'owned by', 'owner'],
  milestone: [
    'Milestone',
    'target milestone',
    'target version',
    'fix version',
    'fix versions',
    'fix version/s',
    'milestones',
  ],
  component: ['Component', 'components', 'component/s'],
  reporter: [
    'Author',
    'reporter',
    'reported by',
    'opened by',
    'created by',
    'authors',
    'author(s)',
  ],
  publisher: ['Author', 'released by', 'published by', 'posted by', 'uploaded by', 'submitted by'],
  version: ['Version', 'latest version', 'current version', 'latest', 'latest release', 'versions'],
  license: ['License', 'licence', 'licenses', 'license(s)', 'license expression'],
  downloads: [
    'Downloads',
    'weekly downloads',
    'monthly downloads',
    'total downloads',
    'downloads all time',
    'all-time downloads',
    'all time downloads',
    'downloads (all time)',
    'installs',
  ],
  repository: ['Repository', 'source', 'source code', 'source repository', 'code', 'repo'],
  homepage: ['Homepage', 'home page', 'website', 'project page', 'project website', 'project site'],
  documentation: ['Documentation', 'docs'],
  dependencies: ['Dependencies', 'requirements'],
  published: [
    'Published',
    'last publish',
    'last published',
    'released',
    'released on',
    'release date',
    'published on',
    'created on',
    'uploaded',
    'date',
  ],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** Terms of which a record may have several values. */
export const PLURAL: ReadonlySet<Term> = new Set<Term>(['labels', 'tags', 'assignees'])
/** Terms whose value is an address. */
export const ADDRESSES: ReadonlySet<Term> = new Set<Term>([
  'repository',
  'homepage',
  'documentation',
])
/** Terms whose value is a number that may stand before its label. */
export const COUNTS: ReadonlySet<Term> = new Set<Term>(['downloads', 'dependencies'])

const LABEL_MAX_CHARS = 30
const BY_LABEL = new Map<string, Term>()
for (const [term, labels] of Object.entries(TERMS)) {
  for (const label of labels) {
    const known = label.toLowerCase()
    if (!BY_LABEL.has(known)) BY_LABEL.set(known, term as Term)
  }
}

/** What a text labels, with or without a colon. */
export function termOf(text: string): Term | undefined {
  if (text.length > LABEL_MAX_CHARS) return undefined
  return BY_LABEL.get(text.replace(/\s*[:：]$/, '').toLowerCase())
}

/** The label that is written. */
export function labelOf(term: Term): string {
  return TERMS[term][0]
}

/** Words for how far an issue is. */
export const STATE =
  /^(?:re-?open(?:ed)?|open(?:ed)?|closed|merged|draft|new|assigned|resolved|fixed|done|in progress|in review|to ?do|backlog|wontfix|won't fix|invalid|duplicate|confirmed|unconfirmed|verified|accepted|triaged|incomplete|needs \w+|active|fix (?:released|committed)|rejected|cancell?ed|pending|feedback|planned|completed|started|unstarted|not planned)(?![\p{L}\d])/iu
/** Words for what a release is good for. */
export const CHANNEL =
  /^(?:latest(?: (?:release|version|stable))?|pre-?release|draft|stable|(?:release )?candidate|beta|alpha|nightly|recommended|supported|unsupported|yanked|upcoming release|historical release|development(?: release)?|lts)$/i
/** What a version looks like. */
export const VERSION = /(?<![\w.])v?\d+(?:\.\d+)+[a-z\d]*(?:[-.+~][a-z\d]+)*(?![\w])/i
