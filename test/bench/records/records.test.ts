import { describe, expect, test } from 'vitest'
import { makeHeldOutRecord } from '../../../bench/records/held-out/index.ts'
import { measureRecord } from '../../../bench/records/measure/measure.ts'
import { RECORD_KINDS, type RecordPage } from '../../../bench/records/page.ts'
import { makeTrainRecord } from '../../../bench/records/train/index.ts'
import { idealOf } from './ideal.ts'

const SEED = 5
/** Each system of each kind comes at least once. */
const PAGES_COUNT = 55

const pagesOf = (make: typeof makeTrainRecord): RecordPage[] =>
  Array.from({ length: PAGES_COUNT }, (_, number) => make(SEED, number))
const trainPages = pagesOf(makeTrainRecord)
const heldOutPages = pagesOf(makeHeldOutRecord)

describe.each([
  ['train', makeTrainRecord, trainPages],
  ['held-out', makeHeldOutRecord, heldOutPages],
] as const)('pages of %s', (_, make, pages) => {
  test('are the same for the same seed', () => {
    expect(make(SEED, 7)).toEqual(pages[7])
    expect(make(SEED + 1, 7).html).not.toBe(pages[7]!.html)
  })

  test('come from four systems of each kind', () => {
    for (const kind of RECORD_KINDS) {
      const systems = new Set(
        pages.filter((page) => page.kind === kind).map(({ system }) => system),
      )
      expect(systems.size).toBeGreaterThanOrEqual(4)
    }
  })

  test('are without fault when they are read as they should be', () => {
    for (const page of pages) {
      const { fields, lost, noise } = measureRecord(page, { title: '', markdown: idealOf(page) })
      expect(
        { wrong: fields.filter(({ fate }) => fate !== 'right'), lost, noise },
        page.id,
      ).toEqual({
        wrong: [],
        lost: [],
        noise: [],
      })
    }
  })

  test('hold every text that must be kept', () => {
    for (const page of pages) {
      const shown = page.html
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .replaceAll(/\s+/g, ' ')
      for (const text of page.body) {
        const bare = (one: string): string => one.replaceAll(/[\s\u200B]/g, '')
        expect(bare(shown).includes(bare(text)), `${page.id}: ${text}`).toBe(true)
      }
    }
  })
})

test('the halves share no classes and no ids', () => {
  const namesOf = (pages: readonly RecordPage[]): Set<string> => {
    const names = new Set<string>()
    for (const { html } of pages) {
      for (const [, kind, value] of html.matchAll(/ (class|id)="([^"]*)"/g)) {
        for (const name of value!.split(' ')) names.add(`${kind!} ${name.replaceAll(/\d+/g, '0')}`)
      }
    }
    for (const empty of ['class ', 'id ']) names.delete(empty)
    return names
  }
  const train = namesOf(trainPages)
  expect([...namesOf(heldOutPages)].filter((name) => train.has(name))).toEqual([])
})

describe('the measure', () => {
  const question = trainPages.find(
    ({ kind, posts }) => kind === 'question' && posts.some(({ isAccepted }) => isAccepted),
  )!
  const fatesOf = (page: RecordPage, markdown: string): Record<string, string> =>
    Object.fromEntries(
      measureRecord(page, { title: '', markdown })
        .fields.filter(({ fate }) => fate !== 'right')
        .map(({ name, fate }) => [name, fate]),
    )

  test('tells a wrong value from one that is missing or stands elsewhere', () => {
    const ideal = idealOf(question)
    const tags = /\*\*tags:\*\* (.*?)(?= · |\n)/.exec(ideal)!
    expect(fatesOf(question, ideal.replace(tags[0], '**tags:** cobol'))).toEqual({ tags: 'wrong' })
    expect(fatesOf(question, ideal.replace(tags[0], ''))).toEqual({ tags: 'missing' })
    const elsewhere = `${ideal.replace(tags[0], '')}\n\n${tags[0]}`
    expect(fatesOf(question, elsewhere)).toEqual({ tags: 'loose' })
  })

  test('wants the accepted answer first, and alone marked', () => {
    const ideal = idealOf(question)
    const parts = ideal.split(/\n\n(?=\*\*[^*]*[^:*]\*\*(?: ·|\n))/)
    const swapped = [parts[0]!, parts[1]!, ...parts.slice(2).toReversed()].join('\n\n')
    expect(fatesOf(question, swapped)).toEqual({ 'accepted first': 'wrong' })
    expect(fatesOf(question, ideal.replace(' · accepted', ''))).toEqual({
      'accepted mark': 'missing',
    })
    expect(
      fatesOf(
        question,
        ideal.replaceAll(/ · (-?\d+) votes(?! · accepted)/g, ' · $1 votes · accepted'),
      ),
    ).toEqual({
      'accepted mark': 'wrong',
    })
  })

  test('counts an event under the name of a person, and not one that is left out', () => {
    const issue = trainPages.find(({ events, posts }) => events.length > 0 && posts.length > 0)!
    const event = issue.events[0]!
    expect(fatesOf(issue, `${idealOf(issue)}\n\n${event}`)).toEqual({ event: 'wrong' })
    expect(fatesOf(issue, `${idealOf(issue)}\n\n*${event}*`)).toEqual({})
  })

  test('wants parameters in a table, files in a list, and commands as code', () => {
    const reference = trainPages.find(({ members }) =>
      members.some((one) => one.parameters.length > 0),
    )!
    const rows = idealOf(reference).replaceAll(/^\| (.*) \|$/gm, (_, cells: string) =>
      cells.replaceAll(' | ', ' – '),
    )
    expect(fatesOf(reference, rows)).toMatchObject({ parameter: 'loose' })
    const release = trainPages.find(({ assets }) => assets.length > 0)!
    expect(fatesOf(release, idealOf(release).replaceAll(/^- \[/gm, '['))).toMatchObject({
      asset: 'loose',
    })
    const named = trainPages.find(
      ({ installs, kind }) => installs.length > 0 && kind === 'package',
    )!
    expect(fatesOf(named, idealOf(named).replaceAll('```', ''))).toMatchObject({ install: 'loose' })
  })

  test('counts words that are lost, and words from elsewhere', () => {
    const ideal = idealOf(question)
    const measured = measureRecord(question, {
      title: '',
      markdown: `${ideal.replace(question.body[0]!.split(' ')[0]!, '')}\n\nSubscribe to our weekly letter`,
    })
    expect(measured.lostWords).toBeGreaterThan(0)
    expect(measured.noise).toEqual(['subscribe', 'to', 'our', 'weekly', 'letter'])
  })
})
