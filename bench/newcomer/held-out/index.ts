import { Draft } from '../draft.ts'
import { el, MARKUP_STYLES, writeMarkup } from '../markup.ts'
import type { GeneratedPage } from '../page.ts'
import { Random } from '../random.ts'
import { consentPage, HELD_OUT_CHROMES } from './chrome.ts'
import { HELD_OUT_PHRASES } from './phrases.ts'
import { HELD_OUT_TEMPLATES } from './templates.ts'
import { heldOutWriter } from './write.ts'

const EMPTY = new Set(['shell', 'waiting', 'menus', 'consent'])
const MENU_CHROMES = [HELD_OUT_CHROMES['modern']!, HELD_OUT_CHROMES['utility']!]
const OWN_TITLE_SHARE = 0.25

/** Makes one page that nothing is tuned on; its template goes round with the number, the seed chooses all else. */
export function makeHeldOutPage(seed: number, number: number): GeneratedPage {
  const random = new Random(seed * 1_000_033 + number)
  const names = Object.keys(HELD_OUT_TEMPLATES)
  const template = names[number % names.length]!
  const phrases = random.pick(HELD_OUT_PHRASES)
  const writer = heldOutWriter(phrases)
  const draft = new Draft(random, writer)
  const isEmpty = EMPTY.has(template)
  const chrome =
    template === 'consent'
      ? consentPage
      : random.pick(isEmpty ? MENU_CHROMES : Object.values(HELD_OUT_CHROMES))
  const body = chrome(draft, phrases, HELD_OUT_TEMPLATES[template]!(draft, phrases))
  const site = writer.name(random)
  const title = random.chance(OWN_TITLE_SHARE)
    ? draft.maybe(draft.phrase())
    : random.pick([draft.heading, `${draft.heading} – ${site}`, `${site}: ${draft.heading}`])
  const head = el(
    'head',
    {},
    el('title', {}, title),
    el('meta', { name: 'viewport', content: 'width=device-width' }),
    el('style', {}, 'body{margin:0}.grid{display:grid}'),
  )
  const attributes = { lang: phrases.language, dir: phrases.direction }
  return {
    id: `${template}-${number}`,
    url: `https://${random.pick(['www', 'docs', 'de'])}.example.com/${random.pick(['', 'a/b/', 'help/'])}${random.int(1, 9999)}.html`,
    html: `<!DOCTYPE html>${writeMarkup(el('html', attributes, head, el('body', {}, body)), random.pick(MARKUP_STYLES))}`,
    template,
    language: phrases.language,
    heading: draft.heading,
    structures: draft.structures,
    neutral: draft.neutral,
    isEmpty,
  }
}
