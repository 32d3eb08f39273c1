import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { findAssets, type Asset } from './assets.ts'
import { bylineOf } from './byline.ts'
import { readFields, type Fields, type ReadFields } from './fields.ts'
import { findInstalls, type Install } from './installs.ts'
import { bare, markApart, namesOf, oneLine, shortText } from './parts.ts'
import { CHANNEL, STATE, VERSION, type Term } from './terms.ts'
import type { Value } from './values.ts'

/** What a page states of the thing that it is about, beside its text. */
export interface PageRecord {
  title: string
  fields: ReadonlyMap<Term, readonly Value[]>
  installs: readonly string[]
  assets: readonly Asset[]
  /** What it is for, where the content may lack it. */
  about?: ElementNode | undefined
  /** Nodes that hold what is stated. */
  places: readonly TreeNode[]
}

/** A heading of the page. */
interface Heading {
  text: string
  element: ElementNode
}

const HEADINGS_MAX_COUNT = 12
/** Fields of a package of which a page with its install command states at least two. */
const OF_PACKAGES: readonly Term[] = [
  'version',
  'license',
  'downloads',
  'dependencies',
  'published',
  'repository',
  'homepage',
]
const PACKAGE_MIN_FIELDS = 2
const RELEASE_MIN_ASSETS = 2
/** Fields of an issue, stated or empty, of which a page with a number and a state has at least one. */
const OF_ISSUES: readonly Term[] = [
  'labels',
  'assignees',
  'milestone',
  'priority',
  'severity',
  'component',
  'reporter',
  'resolution',
  'type',
]
const NUMBER =
  /(?:^|[\s([])(?:(?:issue|bug|ticket|task|pull request|merge request)\s*)?([#!]\d{1,8})\b|\b(?:issue|bug|ticket)\s+#?(\d{1,8})\b|^\[?([A-Z][A-Z\d]+-\d+)\b|^(\d{3,8})(?=\s+[–-]\s)/i

/** Reads the record that a page holds by its markup: a package, a release or an issue; undefined for all other pages. */
export function findRecord(tree: PageTree): PageRecord | undefined {
  const isApart = markApart(tree)
  const headings = headingsOf(tree, isApart)
  const readPage = (): Omit<Seen, 'installs'> => ({
    tree,
    isApart,
    headings,
    ...readFields(tree, isApart),
  })
  const installs = findInstalls(
    tree,
    isApart,
    headings.map(({ text }) => text),
  )
  if (installs.length > 0) {
    const seen = { ...readPage(), installs }
    return packageOf(seen) ?? releaseOf(seen) ?? issueOf(seen)
  }
  if (
    !mayBeRelease(headings) &&
    !NUMBER.test(titleOf(tree)) &&
    !headings.some(({ text }) => NUMBER.test(text))
  )
    return undefined
  const seen = { ...readPage(), installs }
  return releaseOf(seen) ?? issueOf(seen)
}

interface Seen extends ReadFields {
  tree: PageTree
  isApart: Uint8Array
  headings: readonly Heading[]
  installs: readonly Install[]
}

function packageOf({
  tree,
  isApart,
  headings,
  fields,
  installs,
  places,
}: Seen): PageRecord | undefined {
  const title = bare(titleOf(tree))
  const own = installs.find(({ name }) => {
    const whole = bare(name)
    const last = bare(name.split(/[/:]/).at(-1) ?? '')
    if (last.length < 2) return false
    return (
      headings.some(({ text }) => bare(text).startsWith(whole) || bare(text).startsWith(last)) &&
      title.includes(last)
    )
  })
  if (!own) return undefined
  const known = new Map(fields)
  const heading = headings.find(({ text }) =>
    bare(text).includes(bare(own.name.split(/[/:]/).at(-1)!)),
  )
  const version = VERSION.exec(heading?.text.slice(own.name.length) ?? '')?.[0]
  if (!known.has('version') && version) known.set('version', [{ text: version }])
  if (!known.has('published')) {
    const { date } = bylineOf(tree, isApart)
    if (date !== '') known.set('published', [{ text: date }])
  }
  const stated = OF_PACKAGES.filter((term) => (known.get(term)?.length ?? 0) > 0)
  if (stated.length < PACKAGE_MIN_FIELDS) return undefined
  const order: Term[] = ['version', 'license', 'published', 'reporter', 'downloads', 'dependencies']
  return {
    title: own.name,
    about: aboutOf(tree, isApart),
    fields: chosen(known, [...order, 'repository', 'homepage', 'documentation', 'labels']),
    installs: installs.map(({ command }) => command),
    assets: [],
    places: [...places, ...installs.map(({ place }) => place)],
  }
}

/** The line that says what a package is for. */
function aboutOf(tree: PageTree, isApart: Uint8Array): ElementNode | undefined {
  for (const node of tree.nodes) {
    if (node.isText || isApart[node.id] === 1 || !/^(?:p|div|span|h[2-4])$/.test(node.name))
      continue
    if (!namesOf(node).some((name) => /^(?:description|summary|tagline)$/.test(name))) continue
    const text = shortText(tree, node)
    if (text !== undefined && text.length >= ABOUT_MIN_CHARS) return node
  }
  return undefined
}

const ABOUT_MIN_CHARS = 12

function mayBeRelease(headings: readonly Heading[]): boolean {
  return headings.some(({ text, element }) => /^h[1-4]$/.test(element.name) && VERSION.test(text))
}

function releaseOf(seen: Seen): PageRecord | undefined {
  const { tree, isApart, headings, fields, installs, places } = seen
  const heading = headings.find(
    ({ text, element }) => /^h[1-4]$/.test(element.name) && VERSION.test(text),
  )
  const assets = findAssets(tree, isApart)
  if (!heading || assets.length < RELEASE_MIN_ASSETS) return undefined
  const byline = bylineOf(tree, isApart)
  const mark = findWord(
    seen,
    CHANNEL,
    /^(?:label|badge|status|tag|mark|state|channel|stability|pill|chip)s?$/,
  )
  if (byline.date === '' && !fields.has('published') && !mark) return undefined
  const known = new Map(fields)
  const add = (term: Term, text: string): void => {
    if (text !== '' && !known.has(term)) known.set(term, [{ text }])
  }
  const author = known.get('reporter') ?? known.get('publisher')
  if (author) known.set('publisher', author)
  else add('publisher', byline.author)
  add('published', byline.date)
  if (mark) known.set('state', [{ text: mark }])
  else known.delete('state')
  known.set('version', [{ text: tagOf(seen, VERSION.exec(heading.text)![0]) }])
  return {
    title: heading.text,
    fields: chosen(known, ['version', 'state', 'publisher', 'published', 'milestone', 'license']),
    installs: installs.map(({ command }) => command),
    assets,
    places: [...places, ...installs.map(({ place }) => place)],
  }
}

/** The version of a heading, or the tag by that name where the page shows it with a letter before. */
function tagOf({ tree, isApart }: Seen, version: string): string {
  const tag = `v${version}`
  const isTag = (node: TreeNode): boolean =>
    node.isText && isApart[node.id] === 0 && node.data.trim() === tag
  return tree.nodes.some(isTag) ? tag : version
}

function issueOf(seen: Seen): PageRecord | undefined {
  const { tree, isApart, headings, fields, places } = seen
  const title = titleOf(tree)
  const numbered = [...headings.map(({ text }) => text), title].map((text) => NUMBER.exec(text))
  const number = numbered
    .find((found) => found !== null)
    ?.slice(1)
    .find((text) => text !== undefined)
  if (number === undefined) return undefined
  const known = new Map(fields)
  const stated = known.get('state')?.[0]?.text ?? ''
  const state = STATE.test(stated) ? stated : findWord(seen, STATE, /^(?:state|status|badge)$/)
  if (state === undefined || !OF_ISSUES.some((term) => fields.has(term))) return undefined
  known.set('state', [{ text: state }])
  known.set('number', [{ text: number }])
  const { author } = bylineOf(tree, isApart)
  if (author !== '' && !known.has('reporter')) known.set('reporter', [{ text: author }])
  const order: Term[] = ['number', 'state', 'resolution', 'type', 'priority', 'severity', 'labels']
  return {
    title: issueTitle(headings, title, number),
    fields: chosen(known, [...order, 'assignees', 'milestone', 'component', 'reporter']),
    installs: [],
    assets: [],
    places,
  }
}

/** The heading that the document title repeats, or the document title, without the number. */
function issueTitle(headings: readonly Heading[], title: string, number: string): string {
  const known = bare(title)
  const own = headings
    .map(({ text }) => withoutNumber(text, number))
    .find((text) => bare(text).length > 3 && known.includes(bare(text)))
  return own ?? withoutNumber(title, number)
}

function withoutNumber(text: string, number: string): string {
  const at = text.indexOf(number)
  if (at < 0) return text
  const before = text.slice(0, at).replace(/(?:\b(?:issue|bug|ticket)\s*)?[\s([#]*$/i, '')
  const after = text.slice(at + number.length).replace(/^[\s)\]:–-]+/, '')
  return oneLine(before === '' ? after : before)
}

/** A word of a kind that stands by itself in an element that is called so. */
function findWord({ tree, isApart }: Seen, word: RegExp, called: RegExp): string | undefined {
  for (const node of tree.nodes) {
    if (node.isText || isApart[node.id] === 1 || node.end === node.id + 1) continue
    if (!namesOf(node).some((name) => called.test(name))) continue
    const text = shortText(tree, node)
    if (text === undefined) continue
    const found = word.exec(text.replace(/^(?:status|state)\s*:\s*/i, ''))?.[0]
    if (found !== undefined && found.length >= text.length - 2) return found
  }
  return undefined
}

function chosen(fields: Fields, terms: readonly Term[]): Map<Term, readonly Value[]> {
  const found = new Map<Term, readonly Value[]>()
  for (const term of terms) {
    const values = fields.get(term) ?? []
    if (values.length > 0) found.set(term, values)
  }
  return found
}

function headingsOf(tree: PageTree, isApart: Uint8Array): Heading[] {
  const headings: Heading[] = []
  for (const node of tree.nodes) {
    if (headings.length === HEADINGS_MAX_COUNT) break
    if (node.isText || isApart[node.id] === 1 || !/^h[1-4]$/.test(node.name)) continue
    const text = shortText(tree, node, 40)
    if (text) headings.push({ text, element: node })
  }
  return headings
}

function titleOf({ title }: PageTree): string {
  return oneLine(title).slice(0, 500)
}
