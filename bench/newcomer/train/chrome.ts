import type { Draft } from '../draft.ts'
import { el, type Element, type Piece } from '../markup.ts'
import type { Words } from './words.ts'

/** The parts around the main part of a page. */
export type Chrome = (draft: Draft, words: Words, main: Piece[]) => Piece[]

function links(texts: readonly string[]): Element[] {
  return texts.map((text, index) => el('a', { href: `/s${index}` }, text))
}

function menu({ random }: Draft, words: Words): Element {
  const items = links(random.some(words.menu, random.int(3, words.menu.length)))
  return random.chance(0.7)
    ? el(
        'ul',
        {},
        items.map((item) => el('li', {}, item)),
      )
    : el('div', {}, items)
}

function rights({ random }: Draft, { rights: text }: Words, site: string): string {
  return `© ${random.int(2015, 2025)} ${site}. ${text}`
}

function related(draft: Draft, words: Words, name: string): Element {
  const titles = draft.random.times(draft.random.int(3, 6), () => draft.phrase())
  return el(
    name,
    { class: 'related' },
    el('h3', {}, words.related),
    el(
      'ul',
      {},
      links(titles).map((item) => el('li', {}, item)),
    ),
  )
}

/** The content, then a line of links. */
const bare: Chrome = (draft, words, main) => {
  const ends = links(draft.random.some(words.legal, 2))
  const line = ends.flatMap((link, index): Piece[] => (index === 0 ? [link] : [' | ', link]))
  return [...main, ...(draft.random.chance(0.8) ? [el('footer', {}, line)] : [])]
}

/** Elements that say what they are for. */
const semantic: Chrome = (draft, words, main) => {
  const { random } = draft
  const site = draft.maybe(draft.name())
  const inner = random.chance(0.5) ? [el('article', {}, main)] : main
  return [
    el(
      'header',
      {},
      el('a', { href: '/', class: 'logo' }, site),
      el('nav', {}, menu(draft, words)),
    ),
    el('main', {}, inner),
    ...(random.chance(0.5) ? [related(draft, words, 'aside')] : []),
    el(
      'footer',
      {},
      el('p', {}, rights(draft, words, site)),
      menu(draft, { ...words, menu: words.legal }),
    ),
  ]
}

/** Nested elements of one kind, known by their classes alone. */
const soup: Chrome = (draft, words, main) => {
  const { random } = draft
  const site = draft.maybe(draft.name())
  const [ask, accept, choose] = words.consent
  const banner = el(
    'div',
    { class: 'cookie-banner', id: 'cc' },
    el('p', {}, ask),
    el('button', {}, accept),
    el('button', {}, choose),
  )
  const share = el(
    'div',
    { class: 'share-bar' },
    el('span', {}, words.share),
    links(['Facebook', 'X', 'WhatsApp', 'E-mail']),
  )
  const letter = el(
    'div',
    { class: 'newsletter' },
    el('p', {}, words.letter[0]),
    el('input', { type: 'email' }),
    el('button', {}, words.letter[1]),
  )
  const isFirst = random.chance(0.5)
  return [
    ...(isFirst ? [banner] : []),
    el(
      'div',
      { id: 'wrapper' },
      el(
        'div',
        { class: 'top' },
        el('div', { class: 'site-title' }, site),
        el('div', { class: 'navbar' }, menu(draft, words)),
      ),
      el(
        'div',
        { class: 'row' },
        el(
          'div',
          { class: random.pick(['col-8 content', 'entry-content', 'main-col', 'post']) },
          main,
          ...(random.chance(0.6) ? [share] : []),
          ...(random.chance(0.4) ? [letter] : []),
        ),
        ...(random.chance(0.6)
          ? [el('div', { class: 'col-4 sidebar' }, related(draft, words, 'div'))]
          : []),
      ),
      el(
        'div',
        { class: 'footer' },
        menu(draft, { ...words, menu: words.legal }),
        el('div', { class: 'copy' }, rights(draft, words, site)),
      ),
    ),
    ...(isFirst ? [] : [banner]),
    el('script', {}, 'window.dataLayer=window.dataLayer||[];'),
  ]
}

/** A page arranged by a table, as before there were style sheets. */
const arranged: Chrome = (draft, words, main) => {
  const site = draft.maybe(draft.name())
  return [
    el(
      'table',
      { width: '100%', border: '0' },
      el('tr', {}, el('td', { colspan: '2' }, el('b', {}, site))),
      el(
        'tr',
        {},
        el('td', { width: '150', valign: 'top' }, menu(draft, words)),
        el('td', { valign: 'top' }, main),
      ),
    ),
    el('hr'),
    el('center', {}, el('small', {}, rights(draft, words, site))),
  ]
}

/** The parts around the main part, by name. */
export const TRAIN_CHROMES: Readonly<Record<string, Chrome>> = { bare, semantic, soup, arranged }

/** A page that only asks for consent. */
export const consentWall: Chrome = (_, words) => {
  const [ask, accept, choose] = words.consent
  const inner = [
    el('h2', {}, ask),
    el('p', {}, ask),
    el('button', {}, accept),
    el('button', {}, choose),
  ]
  return [
    el('div', { id: 'consent', class: 'cmp-container', role: 'dialog' }, inner),
    el('footer', {}, links(words.legal)),
    el('script', { src: 'https://cdn.example.net/cmp.js' }, ''),
  ]
}
