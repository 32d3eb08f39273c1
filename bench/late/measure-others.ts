import { Counts, percent, table } from '../pages/report.ts'
import { pageOfInterface, sentencesOf } from './interfaces.ts'
import { lackedTexts } from './judge.ts'
import type { LateHalf } from './page.ts'
import type { Reader } from './reader.ts'

/** Reads pages of which something could be missing, and counts those whose answers say all that they must. */
export async function measureSilent(
  { site, read }: Reader,
  { silent }: LateHalf,
  isTaken: (number: number) => boolean,
  isListed: boolean,
): Promise<string> {
  const counts = new Counts(3)
  const lines: string[] = []
  for (const [number, { name, kind, options, make, judge }] of silent.entries()) {
    if (!isTaken(number)) continue
    // The address of the page is known only once it is served.
    const files: Record<string, never> = {}
    const served = { files }
    const own = site.mount(served)
    Object.assign(served, make({ own, other: own.replace(site.origin, site.other) }))
    const given = await read(own, options)
    const lacked = judge(given)
    counts.add(kind, 0)
    counts.add(kind, lacked.length === 0 ? 1 : 2)
    if (isListed)
      lines.push(
        `${name}: ${lacked.length === 0 ? 'said' : lacked.join('; ').slice(0, 200)} (${given.tookMs} ms)`,
      )
  }
  return [
    ...lines,
    table(
      ['nothing in silence', 'pages', 'all said', 'not said'],
      [
        ...counts.names.map((name) => [name, ...counts.of(name).map(String)]),
        ['all', ...counts.sums().map(String)],
      ],
    ),
    `Forms sent and addresses gone to that must not be: ${site.trapped.length}.`,
  ].join('\n\n')
}

/** Reads pages that ask what a browser has. */
export async function measureFeatures(
  { site, read }: Reader,
  { interfaces, detecting }: LateHalf,
  isTaken: (number: number) => boolean,
  isListed: boolean,
): Promise<string> {
  const lines: string[] = []
  const sums = { interfaces: 0, whole: 0, questions: 0, works: 0, pages: 0, read: 0 }
  for (const [number, subject] of interfaces.entries()) {
    if (!isTaken(number)) continue
    const given = await read(site.mount(pageOfInterface(subject)), { render: 'always' })
    const sentences = sentencesOf(subject)
    const lacked = lackedTexts(given, sentences)
    const count = given.failed === '' ? lacked.length : sentences.length
    sums.interfaces += 1
    sums.whole += count === 0 ? 1 : 0
    sums.questions += sentences.length
    sums.works += sentences.length - count
    if (isListed && count > 0)
      lines.push(`${subject.name}: ${count} of ${sentences.length}, first ${lacked[0]}`)
  }
  for (const [number, { name, sentence, served }] of detecting.entries()) {
    if (!isTaken(number)) continue
    const given = await read(site.mount(served), { render: 'always' })
    const lacked = lackedTexts(given, [sentence])
    sums.pages += 1
    sums.read += lacked.length === 0 ? 1 : 0
    if (isListed && lacked.length > 0) lines.push(`${name}: ${lacked[0]}`)
  }
  const row = (name: string, all: number, right: number): string[] => [
    name,
    String(all),
    String(right),
    percent(right, all),
  ]
  return [
    ...lines,
    table(
      ['what a browser has', 'all', 'work', 'share'],
      [
        row('interfaces', sums.interfaces, sums.whole),
        row('questions', sums.questions, sums.works),
        row('pages with detection', sums.pages, sums.read),
      ],
    ),
  ].join('\n\n')
}
