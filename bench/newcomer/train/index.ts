import { Draft } from '../draft.ts'
import { el, MARKUP_STYLES, writeMarkup, type Piece } from '../markup.ts'
import type { GeneratedPage } from '../page.ts'
import { Random } from '../random.ts'
import { consentWall, TRAIN_CHROMES } from './chrome.ts'
import { TRAIN_TEMPLATES } from './templates.ts'
import { TRAIN_WORDS } from './words.ts'
import { trainWriter } from './write.ts'

const EMPTY = new Set(['shell', 'ellipsis', 'menus', 'consent'])
/** Pages without content must have menus, or there would be nothing to see at all. */
const MENU_CHROMES = Object.values(TRAIN_CHROMES).slice(1, 3)
const DIFFERENT_TITLE_SHARE = 0.3

/** Makes one page to learn from; its template goes round with the number, all else is chosen by the seed. */
export function makeTrainPage(seed: number, number: number): GeneratedPage {
  const random = new Random(seed * 1_000_003 + number)
  const names = Object.keys(TRAIN_TEMPLATES)
  const template = names[number % names.length]!
  const words = random.pick(TRAIN_WORDS)
  const draft = new Draft(random, trainWriter(words))
  const isEmpty = EMPTY.has(template)
  const chrome =
    template === 'consent'
      ? consentWall
      : random.pick(isEmpty ? MENU_CHROMES : Object.values(TRAIN_CHROMES))
  const body = chrome(draft, words, TRAIN_TEMPLATES[template]!(draft, words))
  const markup = random.pick(MARKUP_STYLES)
  return {
    id: `${template}-${number}`,
    url: `https://www.example.org/${random.pick(['', 'pages/', 'blog/'])}${random.int(1, 9999)}`,
    html: `<!doctype html>${writeMarkup(documentOf(draft, body), markup)}`,
    template,
    language: words.language,
    heading: draft.heading,
    structures: draft.structures,
    neutral: draft.neutral,
    isEmpty,
  }
}

function documentOf(draft: Draft, body: Piece[]): Piece {
  const { random, writer, heading } = draft
  const title = random.chance(DIFFERENT_TITLE_SHARE)
    ? draft.maybe(draft.phrase())
    : heading + random.pick(['', ` | ${writer.name(random)}`])
  return el(
    'html',
    { lang: writer.language, ...(writer.direction === 'rtl' ? { dir: 'rtl' } : {}) },
    el('head', {}, el('meta', { charset: 'utf-8' }), el('title', {}, title)),
    el('body', {}, body),
  )
}
