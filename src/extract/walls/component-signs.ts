/** Characters of prose over which it is not asked whether scripts add to a page: it is about what it says. */
export const COMPONENTS_PROSE_MAX_CHARS = 1_500

/** Attributes by which common libraries find what they fill as soon as a page is there. */
const FILLED_ATTRIBUTES = [
  String.raw`(?:data-)?hx-trigger=["']?[^"'>]{0,80}\b(?:load|revealed|intersect|every)\b`,
  String.raw`x-(?:text|html|for)=|<template\s[^>]{0,200}\bx-(?:for|if)=`,
  String.raw`v-(?:cloak|for|text|html)\b|ng-(?:app|cloak|repeat|bind|view|controller)\b|\*ng(?:For|If)=`,
  String.raw`data-bind=["']?[^"'>]{0,200}\b(?:foreach|text|html|component)\s*:`,
  String.raw`(?:data-reactroot|data-react-class|data-react-component|data-page|data-vue-app|data-server-rendered|wire:init|data-sveltekit-hydrate)(?:=(?:"[^"]{0,20000}"|'[^']{0,20000}'))?[^<>]{0,200}>\s*</`,
  String.raw`aria-busy=["']?true`,
]
const FILLED = new RegExp(
  String.raw`<[a-z][^<>]{0,600}?\s(?:${FILLED_ATTRIBUTES.join('|')})|<template\s[^>]{0,200}\bx-for=`,
  'i',
)
/** Elements that load what they show from an address. */
const LOADING_ELEMENTS =
  /<(?:turbo-frame|include-fragment|astro-island|html-include|w3-include)\b[^>]{0,400}\s(?:src|client|href)=/i
/** Elements of libraries or of the page's own, with nothing in them; not those that share, count, ask or sell. */
const EMPTY_COMPONENT = /<([a-z][a-z0-9]*-[a-z0-9-]*)(?:\s[^<>]{0,1000})?>\s*<\/\1\s*>/gi
const SMALL_COMPONENTS =
  /icon|logo|button|btn|badge|spinner|banner|cookie|consent|share|social|search|nav|menu|header|footer|login|cart|ad$|^ad-|ads|amp-|player|video|audio|captcha|analytics|track|pixel|time|date|toast|modal|dialog|tooltip|chat|popup|scroll|theme|toggle|switch|lang|slot/i
/** A template with the marks of a text that is not yet there. */
const UNFILLED_TEXT = />[^<>]{0,200}\{\{\s*[\w$.()[\]'" |:]{1,80}\s*\}\}[^<>]{0,200}</
/** Templates that scripts copy, and characters of the text of one that is more than a piece. */
const TEMPLATE =
  /<template(?![^>]{0,200}shadowrootmode)[^>]{0,400}>([\s\S]{0,20000}?)<\/template>/gi
const TEMPLATE_MIN_CHARS = 80
const COMPONENTS_MAX_COUNT = 50

/** Whether a page holds places that a script fills on load: components, attributes of libraries, templates. */
export function hasUnfilledParts(source: string): boolean {
  if (FILLED.test(source) || LOADING_ELEMENTS.test(source) || UNFILLED_TEXT.test(source))
    return true
  let count = 0
  for (const [, name = ''] of source.matchAll(EMPTY_COMPONENT)) {
    count += 1
    if (!SMALL_COMPONENTS.test(name)) return true
    if (count > COMPONENTS_MAX_COUNT) break
  }
  for (const [, content = ''] of source.matchAll(TEMPLATE)) {
    if (content.replaceAll(/<[^>]{0,500}>|\s/g, '').length >= TEMPLATE_MIN_CHARS) return true
  }
  return false
}
