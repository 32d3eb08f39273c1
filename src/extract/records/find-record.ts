import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { oneLine } from '../page-info/plain-text.ts'
import { findAssets, type Asset } from './assets.ts'
import { bylineOf } from './byline.ts'
import { readFields, type Fields, type ReadFields } from './fields.ts'
import { findInstalls, type Install } from './installs.ts'
import { bare, markApart, namesOf, shortText } from './parts.ts'
import { CHANNEL, LICENSE_LABEL, STATE, VERSION, type Term } from './terms.ts'
import type { Value } from './values.ts'

/** What a page states of the thing that it is about, beside its text. */
export interface PageRecord {
  title: string
  fields: ReadonlyMap<Term, readonly Value[]>
  installs: readonly string[]
  assets: readonly Asset[]
  /** What the heading says of it beside its name. */
  tagline?: string
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
export function findRecord(tree: PageTree, address: string): PageRecord | undefined {
  const isApart = markApart(tree)
  const headings = headingsOf(tree, isApart)
  const readPage = (): Omit<Seen, 'installs' | 'number'> => ({
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
  const number = numberOf(tree, headings, address)
  const mayBePackage = installs.length > 0 || saysLicense(tree, isApart)
  if (!mayBePackage && number === undefined && !mayBeRelease(headings)) return undefined
  const seen = { ...readPage(), installs, number }
  const found = mayBePackage ? packageOf(seen) : undefined
  if (found?.isInstalled) return found.record
  return releaseOf(seen) ?? found?.record ?? issueOf(seen)
}

/** Whether a short text is the label of a license. */
function saysLicense({ nodes }: PageTree, isApart: Uint8Array): boolean {
  return nodes.some(
    (node) =>
      node.isText &&
      isApart[node.id] === 0 &&
      node.data.length < 80 &&
      LICENSE_LABEL.test(node.data),
  )
}

/** The number of an issue: as titles write it, or as the address and the page do. */
function numberOf(
  tree: PageTree,
  headings: readonly Heading[],
  address: string,
): string | undefined {
  const texts = [...headings.map(({ text }) => text), titleOf(tree)]
  for (const text of texts) {
    const found = NUMBER.exec(text)
      ?.slice(1)
      .find((one) => one !== undefined)
    if (found !== undefined) return found
  }
  const parts = address.split(/[?#]/, 1)[0]!.split('/')
  const id = parts.findLast((part) => IDENTIFIER.test(part))
  return id !== undefined && texts.some((text) => text.split(/[^\w-]+/).includes(id))
    ? id
    : undefined
}

/** An issue in an address: `418`, `T418`, `GATE-418`. */
const IDENTIFIER = /^(?:[A-Z][A-Z\d]*-?)?\d{1,8}$/

interface Seen extends ReadFields {
  tree: PageTree
  isApart: Uint8Array
  headings: readonly Heading[]
  installs: readonly Install[]
  number: string | undefined
}

function packageOf(seen: Seen): { record: PageRecord; isInstalled: boolean } | undefined {
  const { tree, isApart, fields, installs, places } = seen
  const named = nameOf(seen)
  if (!named) return undefined
  const { name, heading, isInstalled } = named
  const known = new Map(fields)
  const version = VERSION.exec(heading.slice(name.length))?.[0]
  if (!known.has('version') && version) known.set('version', [{ text: version }])
  if (!known.has('published')) {
    const { date } = bylineOf(tree, isApart)
    if (date !== '') known.set('published', [{ text: date }])
  }
  const stated = OF_PACKAGES.filter((term) => (known.get(term)?.length ?? 0) > 0)
  const hasEnough = isInstalled
    ? stated.length >= PACKAGE_MIN_FIELDS
    : stated.length >= STATED_MIN_FIELDS && stated.includes('license') && stated.includes('version')
  if (!hasEnough) return undefined
  const order: Term[] = ['version', 'license', 'published', 'reporter', 'downloads', 'dependencies']
  const record: PageRecord = {
    title: name,
    tagline: /:\s+(.*)$/.exec(heading)?.[1] ?? '',
    about: aboutOf(tree, isApart),
    fields: chosen(known, [...order, 'repository', 'homepage', 'documentation', 'labels']),
    installs: installs.map(({ command }) => command),
    assets: [],
    places: [...places, ...installs.map(({ place }) => place)],
  }
  return { record, isInstalled }
}

/** The name of a package, by a command and a heading that it shares with the title, or by such a heading alone. */
function nameOf({
  tree,
  headings,
  installs,
}: Seen): { name: string; heading: string; isInstalled: boolean } | undefined {
  const title = bare(titleOf(tree))
  for (const { name } of installs) {
    const whole = bare(name)
    const last = bare(name.split(/[/:]/).at(-1) ?? '')
    if (last.length < 2 || !title.includes(last)) continue
    const begins = headings.find(
      ({ text }) => bare(text).startsWith(whole) || bare(text).startsWith(last),
    )
    const holds = begins ?? headings.find(({ text }) => oneLine(text).split(' ').includes(name))
    if (!holds) continue
    const heading = headings.find(({ text }) => bare(text).includes(last))!.text
    return { name, heading, isInstalled: true }
  }
  for (const { text } of headings) {
    const name = text.replace(AFTER_NAME, '')
    if (bare(name).length < 2 || !title.includes(bare(name))) continue
    const isInstalled = installs.some(({ command }) => bare(command).includes(bare(name)))
    return { name, heading: text, isInstalled }
  }
  return undefined
}

/** What follows a name in a heading: a version, or what it is for. */
const AFTER_NAME = /\s+\(?v?\d+(?:\.\d+)+[^]*$|:\s[^]*$/i
/** Fields that a page states of a package without a command to install it. */
const STATED_MIN_FIELDS = 3

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
  const channel = fields.get('state')?.find(({ text }) => CHANNEL.test(text))?.text ?? mark
  if (byline.date === '' && !fields.has('published') && !channel) return undefined
  const known = new Map(fields)
  const add = (term: Term, text: string): void => {
    if (text !== '' && !known.has(term)) known.set(term, [{ text }])
  }
  const author = known.get('reporter') ?? known.get('publisher')
  if (author) known.set('publisher', author)
  else add('publisher', byline.author)
  add('published', byline.date)
  if (channel) known.set('state', [{ text: channel }])
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
  const { tree, isApart, headings, fields, places, number } = seen
  const title = titleOf(tree)
  if (number === undefined) return undefined
  const known = new Map(fields)
  const stated = known.get('state')?.[0]?.text ?? ''
  const others = OF_ISSUES.filter((term) => fields.has(term)).length
  // A label says that it is a state in a language of which not all states are known.
  const isStated = STATE.test(stated) || (stated !== '' && others > 1)
  const state = isStated
    ? stated
    : (findWord(seen, STATE, /^(?:state|status|badge)$/) ??
      findWord(seen, STATE, /^(?:tag|label|pill|chip|lozenge)$/))
  if (state === undefined || others === 0) return undefined
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
    if (found !== undefined && (found.length >= text.length - 2 || text[found.length] === ','))
      return found
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
