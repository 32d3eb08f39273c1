/**
 * Characters of prose over which it is not asked whether scripts add to a page, where a library says that it fills something, and where
 * there only is something empty: it is about what it says.
 */
const FILLED_PROSE_MAX_CHARS = 1_500
const EMPTY_PROSE_MAX_CHARS = 400

/** Attributes by which common libraries find what they fill as soon as a page is there. */
const FILLED_ATTRIBUTES = [
  String.raw`(?:data-)?hx-trigger=["']?[^"'>]{0,80}\b(?:load|revealed|intersect|every)\b`,
  String.raw`x-(?:text|html|for)=|<template\s[^>]{0,200}\bx-(?:for|if)=`,
  String.raw`v-(?:cloak|for|text|html)\b|ng-(?:app|cloak|repeat|bind|view|controller)\b|\*ng(?:For|If)=`,
  String.raw`data-bind=["']?[^"'>]{0,200}\b(?:foreach|text|html|component)\s*:`,
  String.raw`(?:data-reactroot|data-react-class|data-react-component|data-vue-app|data-server-rendered|wire:init|data-sveltekit-hydrate)(?:=(?:"[^"]{0,2000}"|'[^']{0,2000}'))?[^<>]{0,200}>\s*</`,
]
const FILLED = new RegExp(
  String.raw`<[a-z][^<>]{0,600}?\s(?:${FILLED_ATTRIBUTES.join('|')})|<template\s[^>]{0,200}\bx-for=`,
  'i',
)
/** Elements that load what they show from an address. */
const LOADING_ELEMENTS =
  /<(?:turbo-frame|include-fragment|astro-island|html-include|w3-include)\b[^>]{0,400}\s(?:src|client|href)=/i
const BUSY = /<[a-z][^<>]{0,600}\saria-busy=["']?true/i
/** Elements of libraries or of the page's own, with nothing in them; not those that share, count, ask or sell. */
const EMPTY_COMPONENT = /<([a-z][a-z0-9]*-[a-z0-9-]*)(?:\s[^<>]{0,1000})?>\s*<\/\1\s*>/gi
const SMALL_COMPONENTS =
  /icon|logo|button|btn|badge|spinner|banner|cookie|consent|share|social|search|nav|menu|header|footer|login|cart|ad$|^ad-|ads|amp-|player|video|audio|widget|alerts|progress|onboard|session|outlet|tracker|toc$|captcha|analytics|track|pixel|time|date|toast|modal|dialog|tooltip|chat|popup|scroll|theme|toggle|switch|lang|slot/i
/** A template with the marks of a text that is not yet there. */
const UNFILLED_TEXT = />[^<>]{0,200}\{\{\s*[\w$.()[\]'" |:]{1,80}\s*\}\}[^<>]{0,200}</
/** Templates that scripts copy, and characters of the text of one that is more than a piece. */
const TEMPLATE = /<template(?![^>]{0,200}shadowrootmode)[^>]{0,400}>/i
const TEMPLATE_MIN_CHARS = 80
const TEMPLATE_MAX_CHARS = 20_000
const COMPONENTS_MAX_COUNT = 50

/** Whether a page of that much prose holds places that a script fills on load: components, attributes of libraries, templates. */
export function hasUnfilledParts(source: string, proseChars: number): boolean {
  if (proseChars > FILLED_PROSE_MAX_CHARS) return false
  const markup = withoutScripts(source)
  if (FILLED.test(markup) || LOADING_ELEMENTS.test(markup)) return true
  if (proseChars > EMPTY_PROSE_MAX_CHARS) return false
  return BUSY.test(markup) || UNFILLED_TEXT.test(markup) || hasEmptyComponent(markup)
}

function hasEmptyComponent(markup: string): boolean {
  let count = 0
  for (const [, name = ''] of markup.matchAll(EMPTY_COMPONENT)) {
    count += 1
    if (!SMALL_COMPONENTS.test(name)) return true
    if (count > COMPONENTS_MAX_COUNT) break
  }
  return holdsTemplate(markup)
}

/** Whether the first template of a page holds a text. */
function holdsTemplate(markup: string): boolean {
  const open = TEMPLATE.exec(markup)
  if (!open) return false
  const start = open.index + open[0].length
  const end = markup.indexOf('</template', start)
  if (end === -1) return false
  const content = markup.slice(start, Math.min(end, start + TEMPLATE_MAX_CHARS))
  return content.replaceAll(/<[^<>]{0,500}>|\s/g, '').length >= TEMPLATE_MIN_CHARS
}

/** A source without what its scripts say. */
function withoutScripts(source: string): string {
  const parts = source.split(/<script\b/i)
  const [first = '', ...rest] = parts
  return first + rest.map((part) => part.slice(Math.max(0, part.search(/<\/script/i)))).join('')
}
