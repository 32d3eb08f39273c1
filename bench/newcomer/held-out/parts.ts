import type { Draft } from '../draft.ts'
import { el, type Element, type Piece } from '../markup.ts'

/** A paragraph as editors of sites write it: with inner elements, or as a bare `div`. */
export function text(draft: Draft, count: number, name = 'p'): Element {
  const made = draft.sentences(count)
  draft.keep('paragraph', made)
  if (draft.random.chance(0.2)) return el(name, {}, el('span', { style: 'font-size:16px' }, made))
  return el(name, {}, made)
}

/** Some paragraphs. */
export function texts(draft: Draft, min: number, max: number): Element[] {
  const { random } = draft
  return random.times(random.int(min, max), () => text(draft, random.int(1, 4)))
}

/** A section with a heading of its own. */
export function under(draft: Draft, level: 2 | 3 | 4, make: () => Piece[]): Element {
  const heading = draft.phrase()
  return draft.headed(heading, () =>
    el('section', { id: `s${draft.random.int(1, 9999)}` }, el(`h${level}`, {}, heading), make()),
  )
}

/** A list of which some items hold a list of their own. */
export function nested(draft: Draft, name: 'ul' | 'ol'): Element {
  const { random } = draft
  const all: string[] = []
  const items = random.times(random.int(2, 6), () => {
    const own = random.chance(0.5) ? draft.sentences(1) : draft.phrase()
    all.push(own)
    const inner = random.chance(0.25) ? random.times(random.int(1, 3), () => draft.phrase()) : []
    all.push(...inner)
    const below =
      inner.length > 0
        ? [
            el(
              'ul',
              {},
              inner.map((item) => el('li', {}, item)),
            ),
          ]
        : []
    return el('li', {}, el('p', {}, own), below)
  })
  draft.keep('list', ...all)
  return el(name, { class: 'stack' }, items)
}

/** A table with a caption, heads in its first column, in a box that scrolls. */
export function captioned(draft: Draft, rowsMax: number): Element {
  const { random } = draft
  const columns = random.int(2, 4)
  const caption = draft.phrase()
  const head = random.times(columns, () => draft.name())
  const rows = random.times(random.int(2, rowsMax), () => [
    draft.name(),
    ...random.times(columns - 1, () => String(random.int(100, 99_999))),
  ])
  draft.keep('table', caption, head.join(' '), ...rows.map((row) => row.join(' ')))
  return el(
    'div',
    { class: 'table-responsive' },
    el(
      'table',
      { class: 'table' },
      el('caption', {}, caption),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          head.map((cell) => el('th', { scope: 'col' }, cell)),
        ),
      ),
      el(
        'tbody',
        {},
        rows.map(([first, ...others]) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, first!),
            others.map((cell) => el('td', {}, cell)),
          ),
        ),
      ),
    ),
  )
}

/** Code with coloured words. */
export function coloured(draft: Draft): Element {
  const { random } = draft
  const lines = random.times(random.int(2, 7), () => {
    const [a, b] = [`x${random.int(100, 9999)}`, `y${random.int(100, 9999)}`]
    return random.pick([
      `let ${a} = ${b}`,
      `return ${a} + ${b}`,
      `fn ${a}(${b}: u32)`,
      `curl ${a} ${b}`,
    ])
  })
  draft.keep('code', ...lines)
  const pieces = lines.flatMap((line, index): Piece[] => {
    const [word = '', ...others] = line.split(' ')
    return [
      el('span', { class: 'k' }, word),
      ` ${others.join(' ')}${index < lines.length - 1 ? '\n' : ''}`,
    ]
  })
  return el('div', { class: 'code-block' }, el('pre', {}, el('code', { class: 'hljs' }, pieces)))
}

/** A quotation and whom it is from. */
export function quoted(draft: Draft): Element {
  const made = draft.sentences(2)
  draft.keep('quotation', made)
  return el(
    'blockquote',
    { class: 'pull' },
    el('p', {}, made),
    el('cite', {}, draft.maybe(draft.name())),
  )
}

/** A picture with a caption. */
export function pictured(draft: Draft): Element {
  const made = draft.sentences(1)
  draft.keep('caption', made)
  const source = el('source', { srcset: '/m/1.webp', type: 'image/webp' })
  const picture = el(
    'picture',
    {},
    source,
    el('img', { src: '/m/1.png', alt: 'x', loading: 'lazy' }),
  )
  return el('figure', { class: 'media' }, picture, el('figcaption', {}, el('span', {}, made)))
}

/** Terms in groups. */
export function grouped(draft: Draft): Element {
  const pairs = draft.random.times(draft.random.int(2, 6), () => [draft.name(), draft.phrase()])
  draft.keep('definitions', ...pairs.flat())
  const groups = pairs.map(([term, meaning]) =>
    el('div', { class: 'row' }, el('dt', {}, term!), el('dd', {}, meaning!)),
  )
  return el('dl', {}, groups)
}
