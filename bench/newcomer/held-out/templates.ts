import type { Draft } from '../draft.ts'
import { el, type Element, type Piece } from '../markup.ts'
import {
  captioned,
  coloured,
  grouped,
  nested,
  pictured,
  quoted,
  text,
  texts,
  under,
} from './parts.ts'
import type { Phrases } from './phrases.ts'

/** Makes the main part of a page, its heading included. */
export type HeldOutTemplate = (draft: Draft, phrases: Phrases) => Piece[]

function h1(draft: Draft): Element {
  draft.heading = draft.phrase()
  return el('h1', { class: 'page-title' }, el('span', {}, draft.heading))
}

function story(draft: Draft): Piece[] {
  const { random } = draft
  const when = draft.maybe(`${random.int(1, 28)}.${random.int(1, 12)}.${random.int(2018, 2025)}`)
  const extras = [
    quoted,
    pictured,
    grouped,
    coloured,
    (own: Draft) => nested(own, 'ul'),
    (own: Draft) => captioned(own, 5),
  ]
  const body = random
    .times(random.int(1, 7), (): Piece[] => {
      const part = (): Piece[] => [
        ...texts(draft, 1, 5),
        ...(random.chance(0.35) ? [random.pick(extras)(draft)] : []),
      ]
      return random.chance(0.5) ? [under(draft, random.pick([2, 3]), part)] : part()
    })
    .flat()
  return [
    el('header', {}, h1(draft), el('time', {}, when)),
    el('div', { class: 'story__body' }, body),
  ]
}

/** A short page of a person. */
function note(draft: Draft): Piece[] {
  const { random } = draft
  const start = [h1(draft), ...texts(draft, 1, 6), ...(random.chance(0.5) ? [el('hr')] : [])]
  const ends = [
    (own: Draft) => nested(own, random.pick(['ul', 'ol'])),
    coloured,
    grouped,
    quoted,
    pictured,
  ]
  return [...start, random.pick(ends)(draft)]
}

function cooking(draft: Draft): Piece[] {
  const { random } = draft
  const heading = h1(draft)
  const about = text(draft, 1)
  const needs = random.times(random.int(4, 11), () => `${random.int(1, 900)} g ${draft.name()}`)
  draft.keep('list', ...needs)
  const boxes = needs.map((need) =>
    el(
      'li',
      { itemprop: 'recipeIngredient' },
      el('label', {}, el('input', { type: 'checkbox' }), el('span', {}, need)),
    ),
  )
  const steps = random.times(random.int(2, 7), () => draft.sentences(random.int(1, 2)))
  draft.keep('list', ...steps)
  const written = steps.map((step) =>
    el('div', { class: 'step' }, el('p', { itemprop: 'recipeInstructions' }, step)),
  )
  return [
    el(
      'div',
      { itemscope: true, itemtype: 'https://schema.org/Recipe' },
      heading,
      about,
      el('ul', { class: 'two-columns' }, boxes),
      el('div', { class: 'steps' }, written),
    ),
  ]
}

function datasheet(draft: Draft): Piece[] {
  const { random } = draft
  const bullets = (): Element => {
    const pairs = random.times(random.int(3, 9), () => [
      draft.name(),
      `${random.int(2, 99)} ${random.pick(['cm', 'V', 'kg'])}`,
    ])
    draft.keep('list', ...pairs.map((pair) => pair.join(' ')))
    return el(
      'ul',
      {},
      pairs.map(([key, value]) => el('li', {}, el('b', {}, `${key!}:`), ` ${value!}`)),
    )
  }
  return [
    h1(draft),
    ...(random.chance(0.5) ? [text(draft, 2, 'div')] : []),
    ...random.times(random.int(1, 3), () =>
      under(draft, random.pick([2, 4]), () => [
        random.pick([bullets, () => grouped(draft), () => captioned(draft, 8)])(),
      ]),
    ),
  ]
}

/** Questions whose answers are folded, in four ways, or not. */
function help(draft: Draft): Piece[] {
  const { random } = draft
  const style = random.pick(['hidden', 'summary', 'aria', 'plain'])
  const heading = h1(draft)
  const items = random.times(random.int(3, 9), (index): Piece => {
    const question = `${draft.phrase()}?`
    const answers = random.times(random.int(1, 2), () => draft.sentences(random.int(1, 2)))
    draft.keep('answer', question, ...answers)
    const written = answers.map((answer) => el('p', {}, answer))
    if (style === 'summary')
      return el(
        'details',
        { class: 'qa' },
        el('summary', {}, el('h3', {}, question)),
        el('div', {}, written),
      )
    if (style === 'plain') return el('div', { class: 'qa' }, el('h4', {}, question), written)
    const controls = el(
      'button',
      { type: 'button', 'aria-expanded': 'false', 'aria-controls': `a${index}` },
      question,
    )
    const attributes =
      style === 'hidden'
        ? { id: `a${index}`, hidden: true as const }
        : { id: `a${index}`, role: 'region', 'aria-hidden': 'true', style: 'display: none;' }
    return el(
      'li',
      { class: 'accordion__item' },
      el('h3', {}, controls),
      el('div', attributes, written),
    )
  })
  return [
    heading,
    ...(style === 'summary' || style === 'plain'
      ? items
      : [el('ul', { class: 'accordion' }, items)]),
  ]
}

function releases(draft: Draft): Piece[] {
  const { random } = draft
  const heading = h1(draft)
  const versions = random.times(random.int(2, 6), (index) => `${30 - index}.${random.int(0, 9)}`)
  const made = versions.map((version) =>
    draft.headed(version, () => {
      const groups = random.times(random.int(1, 3), () => {
        const name = draft.phrase()
        return draft.headed(name, () => {
          const items = random.times(random.int(1, 5), () => draft.sentences(1))
          draft.keep('entry', ...items)
          return [
            el('h3', {}, name),
            el(
              'ul',
              {},
              items.map((item) =>
                el(
                  'li',
                  {},
                  item,
                  ' (',
                  el('a', { href: '#1' }, `#${draft.maybe(String(random.int(1000, 9999)))}`),
                  ')',
                ),
              ),
            ),
          ]
        })
      })
      return el(
        'article',
        { class: 'release' },
        el('h2', {}, el('a', { href: `#v${version}` }, version)),
        groups.flat(),
      )
    }),
  )
  return [heading, ...made]
}

function repository(draft: Draft): Piece[] {
  const heading = h1(draft)
  const start = text(draft, 1)
  return [
    el(
      'div',
      { class: 'markdown-body' },
      heading,
      start,
      under(draft, 2, () => [text(draft, 1), coloured(draft)]),
      under(draft, 2, () => [nested(draft, 'ol'), text(draft, 1), coloured(draft)]),
      under(draft, 3, () => [captioned(draft, 6)]),
      under(draft, 2, () => [text(draft, 1)]),
    ),
  ]
}

function figures(draft: Draft): Piece[] {
  return [h1(draft), ...draft.random.times(draft.random.int(1, 3), () => captioned(draft, 20))]
}

function verses(draft: Draft): Piece[] {
  const { random } = draft
  const isSpaced = random.chance(0.4)
  const heading = h1(draft)
  const made = random.times(random.int(1, 5), () => {
    const lines = random.times(random.int(2, 5), () => draft.phrase())
    draft.keep('verse', ...lines)
    return isSpaced
      ? el('p', { style: 'white-space:pre-line' }, lines.join('\n'))
      : el(
          'div',
          { class: 'stanza' },
          lines.map((line) => el('div', { class: 'line' }, line)),
        )
  })
  return [heading, ...made]
}

function visit(draft: Draft, { weekdays }: Phrases): Piece[] {
  const { random } = draft
  const heading = h1(draft)
  const about = random.chance(0.5) ? [text(draft, 1)] : []
  const facts = [
    draft.name(),
    `+${random.int(30, 99)} ${random.int(1000, 9999)} ${random.int(1000, 9999)}`,
  ]
  const labels = ['T', '@'].map((label) => draft.maybe(label))
  draft.keep('definitions', ...facts)
  const opening = under(draft, 3, () => {
    const lines = weekdays.map((day) => `${day} ${random.int(6, 11)}.00–${random.int(16, 22)}.00`)
    draft.keep('list', ...lines)
    return random.chance(0.5)
      ? [
          el(
            'p',
            {},
            lines.flatMap((line, index): Piece[] => (index === 0 ? [line] : [el('br'), line])),
          ),
        ]
      : [
          el(
            'dl',
            {},
            lines.flatMap((line) => {
              const cut = line.lastIndexOf(' ')
              return [el('dt', {}, line.slice(0, cut)), el('dd', {}, line.slice(cut + 1))]
            }),
          ),
        ]
  })
  return [
    heading,
    ...about,
    el(
      'dl',
      {},
      facts.flatMap((fact, index) => [el('dt', {}, labels[index]!), el('dd', {}, fact)]),
    ),
    opening,
  ]
}

function departures(draft: Draft, { weekdays }: Phrases): Piece[] {
  const { random } = draft
  const heading = h1(draft)
  const rows = random.times(random.int(3, 12), () => [
    draft.name(),
    ...random.times(4, () => `${random.int(5, 23)}:${random.int(10, 59)}`),
  ])
  const caption = `${weekdays[0]!} – ${weekdays[4]!} ${draft.name()}`
  draft.keep('table', caption, ...rows.map((row) => row.join(' ')))
  const body = rows.map(([stop, ...times]) =>
    el(
      'tr',
      {},
      el('th', {}, stop!),
      times.map((time) => el('td', {}, el('time', {}, time))),
    ),
  )
  return [
    heading,
    el('table', { class: 'departures' }, el('caption', {}, caption), el('tbody', {}, body)),
  ]
}

/** As generators of documentation write it: definitions inside of definitions. */
function manual(draft: Draft): Piece[] {
  const { random } = draft
  const heading = h1(draft)
  const about = text(draft, 1)
  const entries = random.times(random.int(2, 5), () => {
    const signature = `lib.call${random.int(100, 9999)}(arg${random.int(10, 99)})`
    const meaning = draft.sentences(1)
    const fields = random.times(random.int(1, 4), () => [
      `field${random.int(100, 9999)}`,
      draft.sentences(1),
    ])
    draft.keep('definitions', signature, meaning, ...fields.flat())
    const inner = el(
      'dl',
      { class: 'field-list' },
      fields.flatMap(([name, what]) => [
        el('dt', {}, el('strong', {}, name!)),
        el('dd', {}, el('p', {}, what!)),
      ]),
    )
    return el(
      'dl',
      { class: 'py function' },
      el('dt', { class: 'sig' }, el('code', {}, signature)),
      el('dd', {}, el('p', {}, meaning), inner),
    )
  })
  return [el('section', {}, heading, about, entries)]
}

function account(draft: Draft, { signIn }: Phrases): Piece[] {
  const [address, secret, enter, create] = signIn
  for (const label of signIn) draft.maybe(label)
  const heading = h1(draft)
  const field = (label: string, type: string): Element =>
    el(
      'div',
      { class: 'field' },
      el('label', { for: type }, label),
      el('input', { id: type, type }),
    )
  return [
    heading,
    text(draft, 1),
    el(
      'form',
      { class: 'login' },
      field(address, 'email'),
      field(secret, 'password'),
      el('button', { type: 'submit' }, enter),
    ),
    el('p', {}, el('a', { href: '/new' }, create)),
  ]
}

const shell: HeldOutTemplate = (_, { noScript }) => [
  el('noscript', {}, noScript),
  el('div', { id: 'app-mount' }),
  el('script', { src: '/build/runtime.js', defer: true }, ''),
]

const waiting: HeldOutTemplate = ({ random }, { loading }) => [
  el('div', { class: 'skeleton', 'aria-busy': 'true' }, random.pick([loading, '…', '⋯', '. . .'])),
  el('script', { src: '/build/runtime.js' }, ''),
]

const nothing: HeldOutTemplate = () => []

/** Templates by name. */
export const HELD_OUT_TEMPLATES: Readonly<Record<string, HeldOutTemplate>> = {
  story,
  note,
  cooking,
  datasheet,
  help,
  releases,
  repository,
  figures,
  verses,
  visit,
  departures,
  manual,
  account,
  shell,
  waiting,
  menus: nothing,
  consent: nothing,
}
