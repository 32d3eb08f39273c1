import { Counts, percent, randomOf, table } from '../pages/report.ts'
import type { Rival } from '../render/playwright.ts'
import { plainText } from './judge.ts'
import type { Given, LateHalf, LateWay, Placeholder, Wait } from './page.ts'
import type { Reader } from './reader.ts'

const DELAYS_MS = [300, 700, 1_300, 2_500, 4_000, 6_000]
/** How often a page is read by `auto`, and by the other driver too. */
const AUTO_EVERY = 3
const RIVAL_EVERY = 4
const VERDICTS = ['text', 'text, flagged', 'flagged', 'silent', 'error'] as const

/** A late page of the grid. */
export interface LatePage {
  way: LateWay
  placeholder: Placeholder
  wait: Wait
}

/** The grid of a half: each way with each delay, the placeholders taking turns. */
export function listLate({ ways, placeholders, seed }: LateHalf): LatePage[] {
  return ways.flatMap((way, row) =>
    DELAYS_MS.map((ms, column) => {
      const placeholder = placeholders[(row * 5 + column * 2) % placeholders.length]!
      const random = randomOf(seed, row * DELAYS_MS.length + column)
      const sentence = `Berth ${random.pick(NAMES)}${random.int(100, 999)} is held for the ${random.pick(BOATS)} until the ${random.pick(DAYS)} of the month.`
      return { way, placeholder, wait: { ms, sentence, placeholder } }
    }),
  )
}

const NAMES = ['quillon', 'marlow', 'tessil', 'orbeck', 'vandry', 'hulstead', 'pemmic', 'scarrow']
const BOATS = ['steam tug', 'pilot cutter', 'ice breaker', 'dredger', 'mail boat', 'lightship']
const DAYS = ['first', 'third', 'tenth', 'twelfth', 'last day']

/** Reads the grid, and counts whether the text, a flag or neither came. */
export async function measureLate(
  { site, read }: Reader,
  half: LateHalf,
  isTaken: (number: number) => boolean,
  rival: Rival | undefined,
  isListed: boolean,
): Promise<string> {
  const counts = new Counts(VERDICTS.length + 1)
  const lines: string[] = []
  const beside = { pages: 0, ours: 0, theirs: 0, oursMs: 0, theirsMs: 0 }
  for (const [number, { way, placeholder, wait }] of listLate(half).entries()) {
    if (!isTaken(number)) continue
    const render = number % AUTO_EVERY === 0 ? 'auto' : 'always'
    const given = await read(site.mount(way.make(wait)), { render })
    const verdict = verdictOf(given, wait.sentence)
    const rows = ['all', `${wait.ms} ms`, `placeholder: ${placeholder.kind}`, `render: ${render}`]
    for (const row of isListed ? [...rows, way.name] : rows) {
      counts.add(row, VERDICTS.indexOf(verdict))
      counts.add(row, VERDICTS.length, given.tookMs)
    }
    if (isListed && verdict !== 'text')
      lines.push(
        `${way.name}, ${wait.ms} ms, ${placeholder.kind}: ${verdict} ${given.failed} (${given.tookMs} ms): ${given.markdown.slice(0, 80).replaceAll(/\s+/g, ' ')}`,
      )
    if (!rival || number % RIVAL_EVERY !== 0) continue
    const began = performance.now()
    const html = await rival.render(site.mount(way.make(wait))).catch(() => '')
    beside.pages += 1
    beside.theirsMs += performance.now() - began
    beside.oursMs += given.tookMs
    beside.theirs += withoutScripts(html).includes(wait.sentence) ? 1 : 0
    beside.ours += verdict.startsWith('text') ? 1 : 0
  }
  const row = (name: string, values: readonly number[]): string[] => {
    const pages = values.slice(0, -1).reduce((sum, value) => sum + value, 0)
    const share = percent((values[0] ?? 0) + (values[1] ?? 0), pages)
    const meanMs = String(Math.round((values.at(-1) ?? 0) / Math.max(1, pages)))
    return [name, String(pages), ...values.slice(0, -1).map(String), share, meanMs]
  }
  const meanOf = (sumMs: number): number => Math.round(sumMs / Math.max(1, beside.pages))
  return [
    ...lines,
    table(
      ['late pages', 'pages', ...VERDICTS, 'share of text', 'mean ms'],
      counts.names
        .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
        .map((name) => row(name, counts.of(name))),
    ),
    rival
      ? `Beside playwright-core until the network is idle, ${beside.pages} pages: text ${beside.ours} / ${beside.theirs}, mean ${meanOf(beside.oursMs)} / ${meanOf(beside.theirsMs)} ms.`
      : '',
  ].join('\n\n')
}

/** Longest time for a page that is complete at once. */
const SOON_MS = 3_000

/** Reads pages that are complete at once. */
export async function measureControls(
  { site, read }: Reader,
  { controls }: LateHalf,
  isTaken: (number: number) => boolean,
  isListed: boolean,
): Promise<string> {
  const counts = new Counts(6)
  const lines: string[] = []
  for (const [number, { name, kind, sentence, served }] of controls.entries()) {
    if (!isTaken(number)) continue
    const given = await read(site.mount(served), { render: 'always' })
    const isRead = plainText(given.markdown).includes(plainText(sentence))
    const isFlagged = given.result?.['unfinished'] === true
    const column = isRead ? (isFlagged ? 2 : 1) : 3
    counts.add(kind, 0)
    counts.add(kind, column)
    if (given.tookMs > SOON_MS) counts.add(kind, 4)
    counts.add(kind, 5, given.tookMs)
    if (isListed)
      lines.push(`${name}: ${['', 'text', 'flagged', 'lost'][column]}, ${given.tookMs} ms`)
  }
  const row = (name: string): string[] => {
    const [pages = 0, ...rest] = counts.of(name)
    const meanMs = Math.round((rest.pop() ?? 0) / Math.max(1, pages))
    return [name, ...[pages, ...rest, meanMs].map(String)]
  }
  return [
    ...lines,
    table(
      [
        'complete at once',
        'pages',
        'text',
        'falsely flagged',
        'lost',
        `over ${SOON_MS} ms`,
        'mean ms',
      ],
      counts.names.map(row),
    ),
  ].join('\n\n')
}

function verdictOf(given: Given, sentence: string): (typeof VERDICTS)[number] {
  if (given.failed !== '') return 'error'
  const isFlagged = given.result?.['unfinished'] === true
  if (plainText(given.markdown).includes(sentence)) return isFlagged ? 'text, flagged' : 'text'
  return isFlagged ? 'flagged' : 'silent'
}

/** HTML without scripts and templates, which say the text before it is shown. */
export function withoutScripts(html: string): string {
  return html.replaceAll(/<(script|template)\b.*?<\/\1>/gs, '')
}
