import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { markdownToText } from '../../../bench/extract/plain.ts'
import { extractJob } from '../../../src/extract/extract-job.ts'

const folder = join(import.meta.dirname, '../../fixtures/pages/newcomer')

const read = async (name: string): Promise<string> => {
  const { markdown } = await extractJob({
    url: `https://ostmoor.test/${name}.html`,
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: readFileSync(join(folder, `${name}.html`)),
    links: 'none',
    images: 'none',
  })
  return markdown
}

/** Pages as people write them by hand, and all that a reader must get of each, line by line. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  garden: [
    'My allotment',
    'We rent a strip of land behind the station.',
    'The soil is heavy but the well is good.',
    'What grows',
    'currants',
    'quinces',
    'medlars',
  ],
  opening: [
    'Visit us',
    'Mill Lane 4',
    '20459 Ostmoor',
    '+49 40 555 0143',
    'Opening hours',
    'Tuesday 9:00–12:00',
    'Friday 14:00–18:00',
    'Saturday 10:00–16:00',
  ],
  'short-list': [
    'Two boats',
    'By Ida Brandt, 3 May 2024',
    'The harbour has sold its last two boats this week, after a year without any bid.',
    'Both will leave before the summer, and the berths will stay empty until the quay is mended.',
    'Sold',
    'Anna',
    'Tern',
  ],
  questions: [
    'Questions about the ferry',
    'Does it carry bicycles?',
    'Up to six, on the lower deck.',
    'What happens in fog?',
    'It waits, and tickets stay valid until the next crossing.',
    'Where are tickets sold?',
    'On board, by the mate.',
    'Are dogs allowed?',
    'Yes, on a lead.',
  ],
  reference: [
    'Reference',
    'All functions return promises.',
    'level(station)',
    'The water level at a station, in metres.',
    'next(station, kind)',
    'The time of the next high or low water.',
    'stations()',
    'The names of all stations.',
    'Example',
    "const metres = await level('Ostmoor')",
  ],
  changes: [
    'Changes',
    '2.1.0 – 2024-03-02',
    'Reads tables with spans',
    'No longer waits for the clock',
    '2.0.1 – 2024-01-15',
    'Mends the build',
    '2.0.0 – 2023-12-24',
    'Drops the old format',
    'New names for all stations',
    'Needs version 20',
  ],
  poem: [
    'Am Wehr',
    'Das Wasser zählt die Steine,',
    'es zählt sie jeden Tag,',
    'und fehlt ihm einmal einer,',
    "so fragt es nicht, wer's war,",
    'und zählt von vorn.',
  ],
  recipe: [
    'Tarte aux coings',
    'Ingrédients',
    '3 coings',
    '200 g de farine',
    '100 g de beurre',
    '2 œufs',
    'Préparation',
    'Éplucher les coings.',
    'Les cuire une heure.',
    'Garnir la pâte et enfourner.',
  ],
  caption: [
    'The crane at pier three',
    'It was built for a war that ended before it was finished, and lifted nothing but coal for sixty years.',
    'The crane in 1931, with its second jib.',
    'Today it is a monument, and nobody may climb it.',
    'I greased it every Friday until my knees gave up.',
  ],
}

describe('pages written by hand', () => {
  test.each(Object.entries(PAGES))('%s is read whole, and nothing else', async (name, lines) => {
    const text = markdownToText(await read(name))
    expect(text.split('\n').map((line) => line.replace(/\\$/, '').trim())).toEqual(lines)
  })

  test('code at the end of many short paragraphs keeps its heading', async () => {
    const markdown = await read('query')
    expect(markdown).toMatch(/^# Counting readers\n\nThe library keeps/)
    expect(markdown).toContain(
      'Here is how we count.\n\n## Code\n\n```\nSELECT count(DISTINCT reader)\n',
    )
    expect(markdown).toMatch(/WHERE lent > '2024-01-01';\n```$/)
    expect(markdown.split('\n\n')).toHaveLength(19)
  })

  test.each([
    ['menus', 'unparsable'],
    ['consent', 'page_blocked'],
  ])('%s has nothing to read', async (name, code) => {
    await expect(read(name)).rejects.toMatchObject({ code })
  })
})
