import type { Draft } from '../draft.ts'
import { el, type Element, type Piece } from '../markup.ts'
import type { StructureKind } from '../page.ts'

/** A paragraph of one to five sentences, sometimes with a link or emphasis inside. */
export function paragraph(draft: Draft, sentences?: number): Element {
  const { random } = draft
  const text = draft.sentences(sentences ?? random.int(1, 5))
  draft.keep('paragraph', text)
  return el('p', {}, ...decorated(draft, text))
}

/** Puts a link or emphasis around some words of a text. */
function decorated({ random }: Draft, text: string): Piece[] {
  const words = text.split(' ')
  if (words.length < 6 || random.chance(0.6)) return [text]
  const from = random.int(1, words.length - 4)
  const to = from + random.int(1, 3)
  const inner = words.slice(from, to).join(' ')
  const mark = random.pick(['a', 'em', 'strong', 'a'])
  const attributes = mark === 'a' ? { href: `/pages/${random.int(1, 999)}` } : {}
  return [
    `${words.slice(0, from).join(' ')} `,
    el(mark, attributes, inner),
    ` ${words.slice(to).join(' ')}`,
  ]
}

/** A heading of a section over what `make` returns. */
export function section(draft: Draft, level: 2 | 3, make: () => Piece[]): Piece[] {
  const heading = draft.phrase()
  return draft.headed(heading, () => [el(`h${level}`, {}, heading), ...make()])
}

/** A list of two to nine items: single words, phrases, sentences or links. */
export function list(
  draft: Draft,
  name: 'ul' | 'ol' = 'ul',
  kind: StructureKind = 'list',
): Element {
  const { random } = draft
  const length = random.pick(['word', 'phrase', 'phrase', 'sentence', 'link'])
  const items = random.times(random.int(2, 9), () =>
    length === 'word' ? draft.name() : length === 'sentence' ? draft.sentences(1) : draft.phrase(),
  )
  draft.keep(kind, ...items)
  return el(
    name,
    {},
    items.map((item, index) =>
      el('li', {}, length === 'link' ? el('a', { href: `/item/${index}` }, item) : item),
    ),
  )
}

/** A table of names and numbers, with or without heads. */
export function table(draft: Draft, rowsMax = 8): Element {
  const { random } = draft
  const columns = random.int(2, 5)
  const head = random.chance(0.8) ? random.times(columns, () => draft.name()) : []
  const rows = random.times(random.int(2, rowsMax), () => [
    draft.name(),
    ...random.times(columns - 1, () => cell(draft)),
  ])
  return tableOf(draft, head, rows)
}

function cell(draft: Draft): string {
  const { random } = draft
  return random.pick([
    () => String(random.int(1, 900)),
    () => `${random.int(1, 99)}.${random.int(10, 99)} €`,
    () => draft.name(),
  ])()
}

/** A table of these texts; no head where it is empty. */
export function tableOf(draft: Draft, head: readonly string[], rows: readonly string[][]): Element {
  draft.keep(
    'table',
    ...[head, ...rows].filter((row) => row.length > 0).map((row) => row.join(' ')),
  )
  const body = rows.map((row) =>
    el(
      'tr',
      {},
      row.map((text) => el('td', {}, text)),
    ),
  )
  if (head.length === 0) return el('table', {}, body)
  const top = el(
    'tr',
    {},
    head.map((text) => el('th', {}, text)),
  )
  return draft.random.chance(0.5)
    ? el('table', {}, el('thead', {}, top), el('tbody', {}, body))
    : el('table', {}, top, body)
}

/** A few lines of a program or of a shell. */
export function code(draft: Draft): Element {
  const { random } = draft
  const noun = (): string => `v${random.int(10, 9999)}`
  const line = (): string =>
    random.pick([
      () => `const ${noun()} = await load('${noun()}.json')`,
      () => `SELECT ${noun()}, ${noun()} FROM ${noun()} WHERE id = ${random.int(1, 99)};`,
      () => `npm install ${noun()} --save`,
      () => `def ${noun()}(${noun()}): return ${random.int(1, 99)}`,
      () => `git clone https://example.org/${noun()}.git`,
      () => `if (${noun()} < ${random.int(1, 9)}) { ${noun()}(); }`,
    ])()
  const lines = random.times(random.int(1, 8), line)
  draft.keep('code', ...lines)
  const text = lines.join('\n')
  const inner = random.chance(0.6) ? el('code', { class: 'language-txt' }, text) : text
  const pre = el('pre', {}, inner)
  return random.chance(0.2) ? el('div', { class: 'highlight' }, pre) : pre
}

/** Terms with what they mean. */
export function definitions(draft: Draft, count = draft.random.int(2, 7)): Element {
  const { random } = draft
  const pairs = random.times(count, () => [
    draft.name(),
    random.chance(0.5) ? draft.phrase() : draft.sentences(1),
  ])
  draft.keep('definitions', ...pairs.flat())
  return el(
    'dl',
    {},
    pairs.flatMap(([term, text]) => [el('dt', {}, term!), el('dd', {}, text!)]),
  )
}

/** A quotation, perhaps with whom it is from. */
export function quotation(draft: Draft): Element {
  const text = draft.sentences(draft.random.int(1, 3))
  draft.keep('quotation', text)
  const inner = draft.random.chance(0.5) ? el('p', {}, text) : text
  return el('blockquote', {}, inner)
}

/** A picture with a caption. */
export function figure(draft: Draft): Element {
  const text = draft.sentences(1)
  draft.keep('caption', text)
  const src = `/img/${draft.random.int(1, 999)}.jpg`
  return el('figure', {}, el('img', { src, alt: '' }), el('figcaption', {}, text))
}

/** Any of the parts that stand between paragraphs. */
export function anyPart(draft: Draft): Element {
  const parts = [list, (own: Draft) => list(own, 'ol'), table, code, definitions, quotation, figure]
  return draft.random.pick(parts)(draft)
}
