import type { Draft } from '../draft.ts'
import { el, type Element, type Piece } from '../markup.ts'
import type { Phrases } from './phrases.ts'

/** The parts around the main part of a page. */
export type HeldOutChrome = (draft: Draft, phrases: Phrases, main: Piece[]) => Piece[]

function entries(texts: readonly string[], className: string): Element {
  return el(
    'ul',
    { class: className },
    texts.map((text, index) => el('li', {}, el('a', { href: `/${className}/${index}` }, text))),
  )
}

function consentBox({ consent: [title, text, agree, manage] }: Phrases): Element {
  return el(
    'div',
    { role: 'dialog', 'aria-modal': 'true', id: 'privacy-manager' },
    el('h2', {}, title),
    el('p', {}, text),
    el('div', {}, el('button', {}, agree), el('button', {}, manage)),
  )
}

function popular(draft: Draft, { popular: title }: Phrases): Element {
  const items = draft.random.times(draft.random.int(3, 5), () => draft.sentences(1))
  return el(
    'aside',
    { role: 'complementary' },
    el('h2', {}, title),
    el(
      'ol',
      {},
      items.map((item, index) => el('li', {}, el('a', { href: `/p/${index}` }, item))),
    ),
  )
}

const none: HeldOutChrome = (_, __, main) => main

const modern: HeldOutChrome = (draft, phrases, main) => {
  const { random } = draft
  const site = draft.maybe(draft.name())
  const crumbs = draft.maybe(random.pick(phrases.menu))
  return [
    el('a', { class: 'skip-link', href: '#main' }, phrases.skip),
    el(
      'div',
      { id: '__layout' },
      el(
        'header',
        { role: 'banner' },
        el('a', { href: '/' }, site),
        el(
          'nav',
          { 'aria-label': 'Main' },
          entries(random.some(phrases.menu, random.int(4, 9)), 'menu'),
        ),
      ),
      ...(random.chance(0.4)
        ? [
            el(
              'nav',
              { 'aria-label': 'Breadcrumb' },
              el('ol', {}, el('li', {}, el('a', { href: '/x' }, crumbs))),
            ),
          ]
        : []),
      el('main', { id: 'main' }, el('div', { class: 'grid' }, main)),
      ...(random.chance(0.5) ? [popular(draft, phrases)] : []),
      el(
        'footer',
        { role: 'contentinfo' },
        el(
          'div',
          {},
          el('h2', {}, phrases.follow),
          entries(['Instagram', 'YouTube', 'LinkedIn'], 'social'),
        ),
        entries(phrases.footer, 'legal'),
        el('small', {}, `© ${random.int(2016, 2025)} ${site}`),
      ),
    ),
    ...(random.chance(0.5) ? [consentBox(phrases)] : []),
    el('script', { src: '/build/app.js' }, ''),
  ]
}

/** Classes that say how things look, not what they are. */
const utility: HeldOutChrome = (draft, phrases, main) => {
  const { random } = draft
  const site = draft.maybe(draft.name())
  const bar = phrases.menu.map((text, index) =>
    el('a', { class: 'px-3 py-2 text-sm', href: `/u${index}` }, text),
  )
  return [
    el(
      'div',
      { class: 'flex items-center justify-between h-16 px-4' },
      el('span', { class: 'font-bold' }, site),
      el('div', { class: 'hidden md:flex gap-4' }, bar),
    ),
    el('div', { class: 'max-w-3xl mx-auto py-8' }, main),
    el(
      'div',
      { class: 'border-t mt-16 py-6 text-xs text-gray-500' },
      el('div', {}, `© ${site}`),
      el(
        'div',
        { class: 'flex gap-2' },
        phrases.footer.map((text, index) => el('a', { href: `/f${index}` }, text)),
      ),
    ),
    ...(random.chance(0.4) ? [consentBox(phrases)] : []),
  ]
}

const framed: HeldOutChrome = (draft, phrases, main) => {
  const links = draft.random
    .some(phrases.menu, 6)
    .flatMap((text, index) => [el('a', { href: `${index}.html` }, text), el('br')])
  return [
    el(
      'div',
      { id: 'page' },
      el('div', { id: 'left' }, el('p', {}, links)),
      el('div', { id: 'right' }, main),
    ),
    el(
      'p',
      { align: 'center' },
      el(
        'font',
        { size: '1' },
        phrases.footer
          .slice(0, 3)
          .flatMap((text, index): Piece[] => [
            ...(index > 0 ? [' · '] : []),
            el('a', { href: `l${index}.html` }, text),
          ]),
      ),
    ),
  ]
}

const blog: HeldOutChrome = (draft, phrases, main) => {
  const { random } = draft
  const site = draft.maybe(draft.name())
  const tag = draft.maybe(draft.name())
  const [before, after, recent] = [draft.phrase(), draft.phrase(), draft.phrase()]
  return [
    el(
      'div',
      { id: 'page', class: 'site' },
      el(
        'header',
        { class: 'site-header' },
        el('p', { class: 'site-title' }, el('a', { href: '/' }, site)),
        el('nav', { class: 'main-navigation' }, entries(random.some(phrases.menu, 5), 'menu-item')),
      ),
      el(
        'div',
        { id: 'content', class: 'site-content' },
        el(
          'article',
          { class: 'post hentry' },
          el('div', { class: 'entry-content' }, main),
          el('footer', { class: 'entry-footer' }, el('a', { rel: 'tag', href: '/tag' }, tag)),
        ),
        el(
          'nav',
          { class: 'post-navigation' },
          el('a', { rel: 'prev', href: '/1' }, before),
          el('a', { rel: 'next', href: '/2' }, after),
        ),
      ),
      el(
        'div',
        { class: 'widget-area' },
        el(
          'section',
          { class: 'widget' },
          el('h2', { class: 'widget-title' }, phrases.popular),
          entries([recent], 'recent'),
        ),
      ),
      el('footer', { class: 'site-footer' }, entries(phrases.footer.slice(0, 4), 'legal')),
    ),
  ]
}

/** The parts around the main part, by name. */
export const HELD_OUT_CHROMES: Readonly<Record<string, HeldOutChrome>> = {
  none,
  modern,
  utility,
  framed,
  blog,
}

/** A page that only asks for consent. */
export const consentPage: HeldOutChrome = (draft, phrases) => [
  el('header', {}, el('a', { href: '/' }, draft.name())),
  el('main', {}, consentBox(phrases)),
  el('footer', {}, entries(phrases.footer, 'legal')),
]
