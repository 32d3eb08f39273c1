import { HELD_OUT_FACTS } from './facts/held-out/index.ts'
import { type Ground, makeFactsPage } from './facts/make-page.ts'
import {
  AUTHOR_VERDICTS,
  DATE_VERDICTS,
  isTypeRight,
  judgeAddresses,
  judgeAuthors,
  judgeDate,
} from './facts/measure.ts'
import type { FactsPage } from './facts/page.ts'
import { themedReport } from './facts/themed-report.ts'
import { TRAIN_FACTS } from './facts/train/index.ts'
import { type PageReading, type PageSays, readContent, readFacts } from './pages/read.ts'
import { askedHalves, Counts, type Half, percent, table } from './pages/report.ts'

const PAGES_COUNT = 1440
const GROUNDS: Readonly<Record<Half, Ground>> = { train: TRAIN_FACTS, 'held-out': HELD_OUT_FACTS }

/**
 * Reads what generated pages say of themselves, as `metadata` and as `extract` do: authors, days, the canonical address, the
 * picture, the type. With `--list` it also prints what is wrong on each page to learn from.
 */
export async function run(): Promise<void> {
  for (const half of askedHalves()) console.log(await reportOf(half))
}

async function reportOf(half: Half): Promise<string> {
  const isListed = half === 'train' && process.argv.includes('--list')
  const tallies = new Tallies()
  const lines: string[] = []
  for (let number = 0; number < PAGES_COUNT; number += 1) {
    const page = makeFactsPage(GROUNDS[half], number)
    const faults = tallies.add(page, await readFacts(page), await readContent(page))
    if (isListed) lines.push(...faults.map((fault) => `${page.id} ${page.language}: ${fault}`))
  }
  const themed = half === 'train' ? await themedReport(isListed) : []
  return [...lines, `facts, ${half}`, ...tallies.tables(), ...themed].join('\n\n')
}

class Tallies {
  readonly #authors = new Counts(AUTHOR_VERDICTS.length)
  readonly #byLanguage = new Counts(AUTHOR_VERDICTS.length)
  readonly #dates = new Counts(DATE_VERDICTS.length)
  readonly #addresses = new Counts(2)
  #differing = 0

  /** Adds one page; returns what is wrong with it. */
  add(page: FactsPage, says: PageSays, read: PageReading): string[] {
    const author = judgeAuthors(says.author, page.authors)
    const date = judgeDate(says.publishedAt, page.date)
    const { canonical, image } = judgeAddresses(page, says)
    const isType = isTypeRight(page, read.pageType)
    if (page.authorKind !== 'thread') {
      this.#authors.add(page.authorKind, AUTHOR_VERDICTS.indexOf(author))
      this.#byLanguage.add(page.language, AUTHOR_VERDICTS.indexOf(author))
      this.#dates.add(page.dateKind, DATE_VERDICTS.indexOf(date))
    }
    if (!read.isRefused && (says.author !== read.author || says.publishedAt !== read.publishedAt)) {
      this.#differing += 1
    }
    const type =
      page.authorKind === 'thread'
        ? 'type of a thread'
        : `type not by the address (${page.addressType})`
    const held: [string, boolean][] = [
      [`canonical: ${page.canonicalKind}`, canonical],
      [`picture: ${page.imageKind}`, image],
      [type, isType],
    ]
    for (const [name, isRight] of held) {
      this.#addresses.add(name, 0)
      this.#addresses.add(name, 1, isRight ? 1 : 0)
    }
    const isAuthorWrong = author !== 'right' && author !== 'rightly none'
    const isDateWrong = date !== 'right' && date !== 'rightly none'
    const isTold = page.authorKind !== 'thread'
    return [
      ...(isTold && isAuthorWrong
        ? [`author ${author}: "${says.author}" for "${page.authors.join(', ')}"`]
        : []),
      ...(isTold && isDateWrong
        ? [`date ${date}: "${says.publishedAt}" for "${page.date}" (${page.dateKind})`]
        : []),
      ...held
        .filter(([, isRight]) => !isRight)
        .map(([name]) => `${name}: ${page.url} ${says.canonical} ${says.image} ${read.pageType}`),
    ]
  }

  tables(): string[] {
    const verdictRows = (counts: Counts): string[][] =>
      [...counts.names.map((name) => [name, ...counts.of(name)]), ['all', ...counts.sums()]].map(
        (row) => row.map(String),
      )
    return [
      table(['authors', ...AUTHOR_VERDICTS], verdictRows(this.#authors)),
      table(['language', ...AUTHOR_VERDICTS], verdictRows(this.#byLanguage)),
      table(['dates', ...DATE_VERDICTS], verdictRows(this.#dates)),
      table(
        ['other', 'pages', 'right', 'share'],
        this.#addresses.names.toSorted().map((name) => {
          const [pages = 0, right = 0] = this.#addresses.of(name)
          return [name, String(pages), String(right), percent(right, pages)]
        }),
      ),
      `Pages of which extract says another author or day than metadata: ${this.#differing}.`,
    ]
  }
}
