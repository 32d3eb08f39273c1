/** What agents open most beside articles: pages that hold a record with fields. */
export const RECORD_KINDS = ['question', 'issue', 'release', 'package', 'reference'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** A fact that the page states beside its text; it stands under the title as `**Label:** value`. */
export interface Fact {
  name: string
  /** Labels that say what it is, in any case: the usual one, and the page's own. */
  labels: readonly string[]
  /** For each value the ways to write it, all in lower case; several values stand in one line. */
  values: readonly (readonly string[])[]
  /** Words that may stand with the value: `5 votes`. */
  units: readonly string[]
  /** Where the value is an address, that address. */
  url?: string
  /** The person over whose words the value may also stand. */
  inFrameOf?: string
  /** It may also stand in the heading. */
  inTitle?: boolean
  /** It may stand as a word without a label, or as a label with “yes”. */
  isMark?: boolean
}

/** Something that a person wrote, below a line `**author** · date · 5 votes · accepted`. */
export interface Post {
  role: 'question' | 'answer' | 'comment'
  author: string
  /** Empty where the page shows none. */
  votes: string
  isAccepted: boolean
  /** The first text of it. */
  opening: string
}

/** A file of a release: an item of a list with a link. */
export interface Asset {
  name: string
  url: string
  /** The ways to write its size; none where the page does not say. */
  sizes: readonly string[]
}

/** A parameter: a row of a table. */
export interface Parameter {
  name: string
  type: string
  /** Empty where it has none. */
  default: string
  text: string
}

/** One function, class or the like of a reference. */
export interface Member {
  name: string
  /** Its declaration, which is code. */
  signature: string
  text: string
  parameters: readonly Parameter[]
  returns?: { type: string; text: string }
  raises: readonly { type: string; text: string }[]
  /** Address of its source. */
  source?: string
  deprecated?: string
}

/** A generated page with all that is known of it. */
export interface RecordPage {
  id: string
  kind: RecordKind
  /** The software whose templates it is like. */
  system: string
  language: string
  url: string
  html: string
  title: string
  facts: readonly Fact[]
  /** Commands that install it, each code in a line or block of its own. */
  installs: readonly string[]
  posts: readonly Post[]
  /** Lines such as “closed this as completed”, which nobody wrote. */
  events: readonly string[]
  assets: readonly Asset[]
  /** Addresses that must be linked, by the name of the field. */
  links: readonly { name: string; url: string }[]
  members: readonly Member[]
  /** All texts that must be kept, in order: each once. */
  body: readonly string[]
  /** Texts that may be kept or not. All other text is noise. */
  neutral: readonly string[]
}
