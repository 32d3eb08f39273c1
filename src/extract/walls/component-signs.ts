/**
 * Characters of prose over which it is not asked whether scripts add to a page: where it says that it loads a part, where a library puts
 * texts in places, and where there only is something empty. It is about what it says.
 */
const LOADED_PROSE_MAX_CHARS = 1_500
const BOUND_PROSE_MAX_CHARS = 1_100
const EMPTY_PROSE_MAX_CHARS = 400

/** An element up to an attribute, which is not in the value of another. */
const UP_TO = String.raw`<([a-z][a-z0-9-]*)(?:[^<>"']|"[^"<]{0,600}"|'[^'<]{0,600}'){0,600}?\s`

/** What loads what it shows from an address, as soon as a page is there. */
const LOADED = [
  new RegExp(
    String.raw`${UP_TO}(?:data-)?hx-trigger=["']?[^"'>]{0,80}\b(?:load|revealed|intersect|every)\b`,
    'gi',
  ),
  /<(turbo-frame|include-fragment|astro-island|html-include|w3-include)\b[^>]{0,400}\s(?:src|client|href)=/gi,
]
/** Attributes by which common libraries find where they put texts. */
const BOUND = [
  new RegExp(
    `${UP_TO}(?:${[
      'x-(?:text|html|for)=',
      String.raw`v-(?:cloak|for|text|html)(?=[\s=>])|ng-(?:app|cloak|repeat|bind|view|controller)\b|\*ng(?:For|If)=`,
      String.raw`data-bind=["']?[^"'>]{0,200}\b(?:foreach|text|html|component)\s*:`,
    ].join('|')})`,
    'gi',
  ),
]
/** Elements of libraries or of the page's own, with nothing in them, and those that are busy. */
const EMPTY = [
  /<([a-z][a-z0-9]*-[a-z0-9-]*)(?:\s[^<>]{0,1000})?>\s*<\/\1\s*>/gi,
  /<[a-z][^<>]{0,600}?\sdata-react-(?:class|component)=["']?([\w.-]*)[^<>]{0,2000}>\s*<\//gi,
  /<([a-z][a-z0-9-]*)[^<>]{0,600}?\s(?:data-reactroot|data-vue-app|data-server-rendered|wire:init|data-sveltekit-hydrate)(?=[\s=>])[^<>]{0,2000}>\s*<\//gi,
  /<([a-z][a-z0-9-]*)[^<>]{0,600}\saria-busy=["']?true/gi,
]
/** What shares, counts, asks, sells or sets something, by its name. */
const SMALL_COMPONENTS =
  /icon|logo|button|btn|badge|spinner|banner|cookie|consent|share|social|search|nav|menu|header|footer|login|cart|ad$|^ad-|ads|amp-|player|video|audio|widget|alerts|progress|onboard|session|outlet|tracker|toc$|captcha|analytics|track|pixel|time|date|toast|modal|dialog|tooltip|chat|popup|scroll|theme|toggle|switch|lang|slot|meta$|feature|config|mjx|math/i
/** What stands around the content of a page. */
const AROUND = ['nav', 'header', 'footer', 'aside', 'dialog']
/** A template with the marks of a text that is not yet there. */
const UNFILLED_TEXT = />[^<>]{0,200}\{\{\s*[\w$.()[\]'" |:]{1,80}\s*\}\}[^<>]{0,200}</
/** Templates that scripts copy, and characters of the text of one that is more than a piece. */
const TEMPLATE = /<template(?![^>]{0,200}shadowrootmode)[^>]{0,400}>/i
const TEMPLATE_MIN_CHARS = 80
const TEMPLATE_MAX_CHARS = 20_000
const SIGNS_MAX_COUNT = 20

/** Whether a page of that much prose holds places that a script fills on load: components, attributes of libraries, templates. */
export function hasUnfilledParts(source: string, proseChars: number): boolean {
  if (proseChars > LOADED_PROSE_MAX_CHARS) return false
  const markup = withoutScripts(source)
  const has = (signs: readonly RegExp[]): boolean => signs.some((sign) => holds(markup, sign))
  if (has(LOADED)) return true
  if (proseChars > BOUND_PROSE_MAX_CHARS) return false
  if (has(BOUND)) return true
  if (proseChars > EMPTY_PROSE_MAX_CHARS) return false
  return UNFILLED_TEXT.test(markup) || has(EMPTY) || holdsTemplate(markup)
}

/** Whether a page has a sign, in its content, at something that may hold some of it. */
function holds(markup: string, sign: RegExp): boolean {
  let count = 0
  for (const { 1: name = '', index } of markup.matchAll(sign)) {
    if (!SMALL_COMPONENTS.test(name) && !isAround(markup, index)) return true
    count += 1
    if (count > SIGNS_MAX_COUNT) break
  }
  return false
}

/** Whether a place is in what stands around the content. */
function isAround(markup: string, index: number): boolean {
  return AROUND.some(
    (name) => markup.lastIndexOf(`<${name}`, index) > markup.lastIndexOf(`</${name}`, index),
  )
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
