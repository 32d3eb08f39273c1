import type { Draft } from '../draft.ts'
import { el, type Piece } from '../markup.ts'
import {
  anyPart,
  code,
  definitions,
  figure,
  list,
  paragraph,
  quotation,
  section,
  table,
  tableOf,
} from './parts.ts'
import type { Words } from './words.ts'

/** Makes the main part of a page, its heading included. */
export type Template = (draft: Draft, words: Words) => Piece[]

const YEARS = [2019, 2025] as const

function top(draft: Draft): Piece[] {
  draft.heading = draft.phrase()
  return [el('h1', {}, draft.heading)]
}

function date({ random }: Draft): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${random.int(...YEARS)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`
}

function byline(draft: Draft): Piece[] {
  if (draft.random.chance(0.4)) return []
  const text = draft.maybe(`${draft.name()} ${draft.name()}, ${date(draft)}`)
  return [el('p', { class: 'byline' }, text)]
}

function repeated(draft: Draft, min: number, max: number, make: () => Piece | Piece[]): Piece[] {
  return draft.random.times(draft.random.int(min, max), make).flat()
}

/** An article of 1 to 30 paragraphs with other things between them. */
function article(draft: Draft): Piece[] {
  const { random } = draft
  const pieces = [...top(draft), ...byline(draft)]
  const count = random.pick([1, 2, 3, 4, 6, 8, 12, 16, 20, 30])
  let left = count
  while (left > 0) {
    const now = Math.min(left, random.int(1, 5))
    left -= now
    const body = (): Piece[] => [
      ...random.times(now, () => paragraph(draft)),
      ...(random.chance(0.4) ? [anyPart(draft)] : []),
    ]
    pieces.push(...(random.chance(0.5) && count > 3 ? section(draft, 2, body) : body()))
  }
  return pieces
}

/** A title, some paragraphs, one thing under a heading. */
function plain(draft: Draft): Piece[] {
  const { random } = draft
  const thing = random.pick([list, table, code, definitions, quotation, figure])
  return [
    ...top(draft),
    ...repeated(draft, 2, 20, () => paragraph(draft, random.int(1, 3))),
    ...(random.chance(0.7) ? section(draft, 2, () => [thing(draft)]) : [thing(draft)]),
  ]
}

function recipe(draft: Draft): Piece[] {
  const { random } = draft
  const units = ['g', 'ml', 'kg', 'l', '×']
  return [
    ...top(draft),
    paragraph(draft, 2),
    ...section(draft, 2, () => {
      const items = random.times(
        random.int(3, 12),
        () => `${random.int(1, 500)} ${random.pick(units)} ${draft.name()}`,
      )
      draft.keep('list', ...items)
      return [
        el(
          'ul',
          { class: 'ingredients' },
          items.map((item) => el('li', {}, item)),
        ),
      ]
    }),
    ...section(draft, 2, () => [list(draft, 'ol')]),
    ...(random.chance(0.5) ? [paragraph(draft, 1)] : []),
  ]
}

function specification(draft: Draft): Piece[] {
  const { random } = draft
  return [
    ...top(draft),
    ...(random.chance(0.7) ? [paragraph(draft, 2)] : []),
    ...repeated(draft, 1, 4, () =>
      section(draft, random.pick([2, 3]), () => {
        if (random.chance(0.4)) return [definitions(draft)]
        const rows = random.times(random.int(2, 9), () => [
          draft.phrase(),
          `${random.int(1, 900)} ${random.pick(['mm', 'kg', 'W', 'GB', '%'])}`,
        ])
        draft.keep('table', ...rows.map((row) => row.join(' ')))
        return [
          el(
            'table',
            {},
            rows.map(([key, value]) => el('tr', {}, el('th', {}, key!), el('td', {}, value!))),
          ),
        ]
      }),
    ),
  ]
}

/** Questions with answers: open, folded by `details`, or hidden until a button is pressed. */
function questions(draft: Draft): Piece[] {
  const { random } = draft
  const style = random.pick(['open', 'details', 'panel', 'bold', 'definitions'])
  const pairs = random.times(random.int(3, 10), () => {
    const [question, answer] = [`${draft.phrase()}?`, draft.sentences(random.int(1, 3))]
    draft.keep('answer', question, answer)
    return { question, answer }
  })
  const made = pairs.map(({ question, answer }, index): Piece[] => {
    if (style === 'open') return [el('h3', {}, question), el('p', {}, answer)]
    if (style === 'bold') return [el('p', {}, el('b', {}, question)), el('p', {}, answer)]
    if (style === 'details')
      return [el('details', {}, el('summary', {}, question), el('p', {}, answer))]
    if (style === 'definitions') return [el('dt', {}, question), el('dd', {}, answer)]
    return [
      el('button', { 'aria-expanded': 'false', 'aria-controls': `p${index}` }, question),
      el('div', { id: `p${index}`, class: 'panel', style: 'display:none' }, el('p', {}, answer)),
    ]
  })
  return [
    ...top(draft),
    ...(random.chance(0.4) ? [paragraph(draft, 1)] : []),
    ...(style === 'definitions' ? [el('dl', {}, made.flat())] : made.flat()),
  ]
}

function changelog(draft: Draft): Piece[] {
  const { random } = draft
  const first = random.int(2, 12)
  const versions = random.times(
    random.int(2, 8),
    (index) => `${first - index}.${random.int(0, 9)}.${random.int(0, 9)}`,
  )
  const label = random.chance(0.5)
  return [
    ...top(draft),
    ...versions.flatMap((version) => {
      const heading = label ? `${version} – ${date(draft)}` : `v${version}`
      return draft.headed(heading, () => [el('h2', {}, heading), list(draft, 'ul', 'entry')])
    }),
  ]
}

function readme(draft: Draft): Piece[] {
  return [
    ...top(draft),
    paragraph(draft, 2),
    ...section(draft, 2, () => [code(draft), paragraph(draft, 1)]),
    ...section(draft, 2, () => [paragraph(draft, 1), code(draft), list(draft)]),
    ...section(draft, 2, () => [table(draft)]),
    ...section(draft, 2, () => [paragraph(draft, 1)]),
  ]
}

function tables(draft: Draft): Piece[] {
  return [
    ...top(draft),
    ...repeated(draft, 1, 4, () =>
      draft.random.chance(0.6) ? section(draft, 2, () => [table(draft, 15)]) : table(draft, 15),
    ),
  ]
}

function poem(draft: Draft): Piece[] {
  const { random } = draft
  const isOneParagraph = random.chance(0.3)
  const verses = random.times(random.int(2, 6), () => {
    const lines = random.times(random.int(2, 6), () => draft.phrase())
    draft.keep('verse', ...lines)
    return lines
  })
  const written = (lines: string[]): Piece[] =>
    lines.flatMap((line, index) => (index === 0 ? [line] : [el('br'), line]))
  return [
    ...top(draft),
    ...byline(draft),
    ...(isOneParagraph
      ? [
          el(
            'p',
            {},
            verses.flatMap((lines, index) => [
              ...(index === 0 ? [] : [el('br'), el('br')]),
              ...written(lines),
            ]),
          ),
        ]
      : verses.map((lines) => el('p', {}, written(lines)))),
  ]
}

function contact(draft: Draft, { days }: Words): Piece[] {
  const { random } = draft
  const street = `${draft.name()} ${random.int(1, 199)}`
  const town = `${random.int(10000, 99999)} ${draft.name()}`
  const telephone = `+${random.int(10, 99)} ${random.int(100, 999)} ${random.int(100000, 999999)}`
  draft.keep('paragraph', street, town, telephone)
  const rows = days.map((day) => [day, `${random.int(7, 10)}:00–${random.int(15, 20)}:30`])
  return [
    ...top(draft),
    ...(random.chance(0.6) ? [paragraph(draft, 1)] : []),
    el(random.pick(['p', 'address']), {}, street, el('br'), town, el('br'), telephone),
    ...section(draft, 2, () => {
      if (random.chance(0.6)) return [tableOf(draft, [], rows)]
      const lines = rows.map((row) => row.join(' '))
      draft.keep('list', ...lines)
      return [
        el(
          'ul',
          {},
          lines.map((line) => el('li', {}, line)),
        ),
      ]
    }),
  ]
}

function timetable(draft: Draft, { days }: Words): Piece[] {
  const { random } = draft
  const visibleDays = days.slice(0, random.int(3, 7))
  const rows = random.times(random.int(4, 14), (index) => [
    `${6 + index}:${random.pick(['00', '15', '30', '45'])}`,
    ...visibleDays.map(() => (random.chance(0.7) ? draft.name() : '–')),
  ])
  return [
    ...top(draft),
    ...(random.chance(0.4) ? [paragraph(draft, 1)] : []),
    tableOf(draft, [draft.name(), ...visibleDays], rows),
  ]
}

function reference(draft: Draft): Piece[] {
  const { random } = draft
  const kinds = ['string', 'number', 'boolean', 'object']
  return [
    ...top(draft),
    paragraph(draft, 1),
    ...repeated(draft, 2, 6, () => {
      const name = `method${random.int(100, 9999)}(${random.pick(['', 'value', 'options'])})`
      return draft.headed(name, () => {
        const pairs = random.times(random.int(1, 5), () => [
          `param${random.int(100, 9999)}: ${random.pick(kinds)}`,
          draft.sentences(1),
        ])
        const text = paragraph(draft, 1)
        draft.keep('definitions', ...pairs.flat())
        const terms = pairs.flatMap(([term, meaning]) => [
          el('dt', {}, el('code', {}, term!)),
          el('dd', {}, meaning!),
        ])
        const example = random.chance(0.4) ? [code(draft)] : []
        return [el('h3', {}, el('code', {}, name)), text, el('dl', {}, terms), ...example]
      })
    }),
  ]
}

function login(draft: Draft, { login: [user, password, enter, forgotten] }: Words): Piece[] {
  for (const label of [user, password, enter, forgotten]) draft.maybe(label)
  return [
    ...top(draft),
    paragraph(draft, 1),
    el(
      'form',
      { action: '/session', method: 'post' },
      el('label', {}, user),
      el('input', { name: 'user' }),
      el('label', {}, password),
      el('input', { name: 'password', type: 'password' }),
      el('button', {}, enter),
    ),
    el('a', { href: '/forgotten' }, forgotten),
  ]
}

/** Nothing but what scripts would fill. */
function shell(): Piece[] {
  return [el('div', { id: 'root' }), el('script', { src: '/app.js' }, '')]
}

/** Text to come, and nothing else. */
function ellipsis({ random }: Draft): Piece[] {
  return [el('div', { class: 'content' }, random.pick(['...', '…', '. . .', '—', '•••']))]
}

function nothing(): Piece[] {
  return []
}

/** Templates by name; those of `EMPTY` make pages without content. */
export const TRAIN_TEMPLATES: Readonly<Record<string, Template>> = {
  article,
  plain,
  recipe,
  specification,
  questions,
  changelog,
  readme,
  tables,
  poem,
  contact,
  timetable,
  reference,
  login,
  shell,
  ellipsis,
  menus: nothing,
  consent: nothing,
}
