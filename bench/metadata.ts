import { createHash } from 'node:crypto'
import { OperationError } from '../src/contract/errors.ts'
import { pageInfoJob } from '../src/extract/page-info-job.ts'
import { datedPages, loadedPages, type MozillaTruth, type WcxbTruth } from './metadata/pages.ts'
import {
  compareDay,
  compareInstant,
  compareNames,
  compareText,
  Tally,
  type Verdict,
} from './metadata/score.ts'
import { answer, headBytes, measureSpeed } from './metadata/speed.ts'
import { machineLine, recordSection } from './record.ts'
import { domainOf, foldOf } from './train/dataset.ts'

const SPEED_SAMPLE_STEP = 15
const definitions = `Accuracy is counted over the pages whose truth has the field, false positives over the pages whose truth lacks it. “Exact” ignores case and white space (and, for authors, separators of names); “lenient” means that one of the two texts contains the other, for instants that the day is the same. For dated pages, the truth is the day of publication or of the last change: the found last change counts if no publication is found. What finds these values has rules and learns nothing. “A”, “B1” and “B2” say what the first of these rules were made on; later ones were made by reading pages of four folds of another parting by site. So no group of pages is wholly unseen, and the five folds of the trainer, in which a site is in one fold only, show no more than how far a figure depends on the sites.`

/** The values of one page; all empty when it is refused as a bot check. */
interface Found {
  title: string
  cardTitle: string
  author: string | null
  publishedAt: string | null
  modifiedAt: string | null
  siteName: string
  lang: string
}

const refused: Found = {
  title: '',
  cardTitle: '',
  author: null,
  publishedAt: null,
  modifiedAt: null,
  siteName: '',
  lang: '',
}

async function describe(url: string, bytes: Uint8Array): Promise<Found> {
  try {
    return await pageInfoJob({ url, ...answer, bytes })
  } catch (thrown) {
    if (thrown instanceof OperationError && thrown.code === 'page_blocked') return refused
    throw thrown
  }
}

type Field = [name: string, found: string, truth: string, (found: string, truth: string) => Verdict]

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

/** Parts by site: rules were made on A, mended on the first half of B, and are checked on the second, whose pages nobody looked at. */
const PARTS = ['A (made on)', 'B1 (mended on)', 'B2 (checked on)']
/** The folds of the trainer, by site as well. The finder learns nothing: folds only show how far a figure depends on the sites. */
const FOLDS = 5
const FOLDS_SEED = 1
const GROUPS = [...PARTS, ...Array.from({ length: FOLDS }, (_, fold) => `fold ${fold}`), 'all']

/** The groups that a page is in. Pages of one host are all in the same ones. */
function groupsOf(url: string): string[] {
  const part = PARTS.find((name) => name.startsWith(partOf(url)))!
  return [part, `fold ${foldOf(domainOf(url), FOLDS_SEED, FOLDS)}`, 'all']
}

function partOf(url: string): string {
  const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? url
  const [first = 0, second = 0] = createHash('sha1').update(host).digest()
  if (first % 2 === 0) return 'A'
  return second % 2 === 0 ? 'B1' : 'B2'
}

function tally(
  tallies: Map<string, Tally>,
  part: string,
  [name, found, truth, compare]: Field,
): void {
  const key = `${name}|${part}`
  const one = tallies.get(key) ?? new Tally()
  tallies.set(key, one)
  one.add(found, truth, compare)
}

function rowsOf(tallies: ReadonlyMap<string, Tally>): string[][] {
  const order = (key: string): number => GROUPS.indexOf(key.split('|')[1]!)
  return [...tallies]
    .toSorted(([one], [other]) => order(one) - order(other))
    .map(([key, one]) => [...key.split('|'), ...one.cells()])
}

async function scoreWcxb(): Promise<string> {
  const tallies = new Map<string, Tally>()
  let refusals = 0
  const pages = await loadedPages<WcxbTruth>('extraction/wcxb-dev.tar.xz')
  for (const { url, bytes, truth } of pages) {
    const info = await describe(url, bytes)
    if (info === refused) refusals += 1
    for (const group of groupsOf(url)) {
      tally(tallies, group, ['title', info.title, truth.title ?? '', compareText])
      tally(tallies, group, ['author', info.author ?? '', truth.author ?? '', compareNames])
      tally(tallies, group, ['date', info.publishedAt ?? '', truth.date ?? '', compareDay])
    }
  }
  const sizes = pages.map(({ bytes }) => headBytes(bytes).length / 1024).toSorted((a, b) => a - b)
  const whole = pages.reduce((sum, { bytes }) => sum + bytes.length / 1024, 0)
  const head = sizes.reduce((sum, size) => sum + size, 0)
  const at = (quantile: number): string => sizes[Math.floor(sizes.length * quantile)]!.toFixed(0)
  let read = `Pages refused as bot checks (nothing found on them): ${refusals}.\n\nunfurl reads ${(head / pages.length).toFixed(0)} KB of a page of ${(whole / pages.length).toFixed(0)} KB on average (median ${at(0.5)} KB, p90 ${at(0.9)} KB), in chunks of 1 KB.`
  const speed = await measureSpeed(pages.filter((_, index) => index % SPEED_SAMPLE_STEP === 0))
  const times = (slower: number, faster: number): string => (slower / faster).toFixed(0)
  read += `\n\nCPU per page, same process: metadata ${speed.metadata.toFixed(1)} ms, unfurl ${speed.unfurl.toFixed(2)} ms, jsdom parsing alone ${speed.jsdom.toFixed(0)} ms: ${times(speed.jsdom, speed.metadata)} and ${times(speed.jsdom, speed.unfurl)} times as long.`
  return `${table(['WCXB dev', 'pages', 'exact', 'lenient', 'false positives'], rowsOf(tallies))}\n\n${read}`
}

async function scoreDates(): Promise<string> {
  const tallies = new Map<string, Tally>()
  const pages = await datedPages()
  for (const { url, bytes, truth } of pages) {
    const { publishedAt, modifiedAt } = await describe(url, bytes)
    const found = publishedAt ?? modifiedAt ?? ''
    for (const group of groupsOf(url)) {
      tally(tallies, group, ['day', found, truth.date ?? '', compareDay])
    }
  }
  return table(['htmldate’s set, dev', 'pages', 'exact', 'lenient', 'false'], rowsOf(tallies))
}

async function scoreMozilla(): Promise<string> {
  const tallies = new Map<string, Tally>()
  const pages = await loadedPages<MozillaTruth>('extraction/mozilla.tar.xz')
  for (const { url, bytes, truth } of pages) {
    const info = await describe(url, bytes)
    const { title, byline, siteName, lang, publishedTime } = truth.meta
    const fields: Field[] = [
      ['title (metadata)', info.title, title ?? '', compareText],
      ['title (unfurl)', info.cardTitle, title ?? '', compareText],
      ['byline', info.author ?? '', byline ?? '', compareNames],
      ['siteName', info.siteName, siteName ?? '', compareText],
      ['lang', info.lang, lang ?? '', compareText],
      ['publishedTime', info.publishedAt ?? '', publishedTime ?? '', compareInstant],
    ]
    for (const field of fields) tally(tallies, 'all', field)
  }
  return table(
    ['Mozilla', 'pages', 'exact', 'lenient', 'found, though Readability found none'],
    rowsOf(tallies),
  )
}

/** Scores `metadata` and `unfurl` against what people found on the pages of two data sets. */
export async function run(): Promise<void> {
  const scored = [await scoreWcxb(), await scoreDates(), await scoreMozilla()]
  const text = [machineLine(), definitions, ...scored].join('\n\n')
  console.log(text)
  recordSection('metadata', 'metadata and unfurl', text)
}
