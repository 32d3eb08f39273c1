import { readFacts } from '../pages/read.ts'
import { Counts, table } from '../pages/report.ts'
import { AUTHOR_VERDICTS, DATE_VERDICTS, judgeAuthors, judgeDate } from './measure.ts'
import { makeThemedPage, THEMED_COUNT } from './train/themes/index.ts'

/** Reads the pages of themes; says what is wrong with each where that is asked for. */
export async function themedReport(isListed: boolean): Promise<string[]> {
  const authors = new Counts(AUTHOR_VERDICTS.length)
  const byLanguage = new Counts(AUTHOR_VERDICTS.length)
  const dates = new Counts(DATE_VERDICTS.length)
  const faults: string[] = []
  for (let number = 0; number < THEMED_COUNT; number += 1) {
    const page = makeThemedPage(number)
    const says = await readFacts(page)
    const author = judgeAuthors(says.author, page.authors)
    const date = judgeDate(says.publishedAt, page.date)
    authors.add(page.theme, AUTHOR_VERDICTS.indexOf(author))
    byLanguage.add(page.language, AUTHOR_VERDICTS.indexOf(author))
    dates.add(page.theme, DATE_VERDICTS.indexOf(date))
    const where = `${page.theme} ${page.language} #${number}`
    if (author !== 'right' && author !== 'rightly none')
      faults.push(`${where}: author ${author}: "${says.author}" for "${page.authors.join(', ')}"`)
    if (date !== 'right' && date !== 'rightly none')
      faults.push(`${where}: date ${date}: "${says.publishedAt}" for "${page.date}"`)
  }
  const rows = (counts: Counts): string[][] =>
    [...counts.names.map((name) => [name, ...counts.of(name)]), ['all', ...counts.sums()]].map(
      (row) => row.map(String),
    )
  return [
    ...(isListed ? [faults.join('\n')] : []),
    table(['themes, authors', ...AUTHOR_VERDICTS], rows(authors)),
    table(['themes, language', ...AUTHOR_VERDICTS], rows(byLanguage)),
    table(['themes, dates', ...DATE_VERDICTS], rows(dates)),
  ]
}
