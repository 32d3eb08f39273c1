import { gfm } from '@joplin/turndown-plugin-gfm'
import { HTMLElement } from 'linkedom'
import TurndownService from 'turndown'
import type { DomElement } from './dom.ts'
import type { MarkdownStyle } from './engine.ts'
import { escapeHtmlInMarkdown, escapeLabel, fenceFor } from '../markdown/escape-markdown.ts'
import { prepareTables } from './layout-tables.ts'
import { absoluteAddress } from './page-info/page-address.ts'

const ALT_MAX_CHARS = 300
const FENCE_LANGUAGE = /^[\w+#.-]{1,30}$/

/** The Markdown of an element and what is in it. Addresses become absolute; only http, https and mailto stay. */
export function toMarkdown(content: DomElement, baseUrl: string, style: MarkdownStyle): string {
  // The parser cuts text at every character reference; escaping needs to see it whole.
  content.normalize()
  prepareTables(content)
  const turndown: { turndown(node: unknown): string } = turndownFor(baseUrl, style)
  return turndown.turndown(content)
}

// The plugin reads the rows of a table, which the DOM library lacks.
const rowsOf = new WeakMap<DomElement, readonly DomElement[]>()
Object.defineProperty(HTMLElement.prototype, 'rows', {
  get(this: DomElement) {
    if (this.nodeName !== 'TABLE') return undefined
    const rows = rowsOf.get(this) ?? [...this.querySelectorAll('tr')]
    rowsOf.set(this, rows)
    return rows
  },
})

function turndownFor(baseUrl: string, style: MarkdownStyle): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
    br: '',
  })
  turndown.use(gfm)
  const escape = turndown.escape.bind(turndown)
  turndown.escape = (text) => sparingly(escape(text))
  addRule(turndown, 'pre', 'PRE', (_, node) => codeBlock(node))
  addRule(turndown, 'a', 'A', (text, node) => link(text, node, baseUrl, style))
  addRule(turndown, 'img', 'IMG', (_, node) => image(node, baseUrl, style))
  addRule(turndown, 'li', 'LI', (text, node) => listItem(text, node))
  // The plugin's own rule for these puts the code between fences that the code may contain.
  turndown.addRule('highlightedCodeBlock', {
    filter: (node) => node.nodeName === 'DIV' && /\bhighlight-/.test(node.className),
    replacement: (content) => `\n\n${content}\n\n`,
  })
  addRule(turndown, 'heading', /^H[1-6]$/, (text, node) => heading(text, node))
  return turndown
}

function addRule(
  turndown: TurndownService,
  key: string,
  name: string | RegExp,
  replacement: (content: string, node: DomElement) => string,
): void {
  turndown.addRule(key, {
    filter: (node) =>
      typeof name === 'string' ? node.nodeName === name : name.test(node.nodeName),
    replacement: (content, node: unknown) => replacement(content, node as DomElement),
  })
}

/** Undoes escapes that CommonMark does not need, and adds those that keep text from becoming HTML. */
function sparingly(escaped: string): string {
  return escapeHtmlInMarkdown(escaped.replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_'))
}

function link(text: string, node: DomElement, baseUrl: string, style: MarkdownStyle): string {
  const label = oneLine(text)
  const address =
    style.links === 'none' ? '' : linkAddress(node.getAttribute('href') ?? '', baseUrl)
  if (address === '' || label.trim() === '') return text
  return `[${label.trim()}](${address})`
}

function oneLine(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Absolute address of a link; empty for a link within the page and for any other scheme. */
function linkAddress(href: string, baseUrl: string): string {
  const trimmed = href.trim()
  if (trimmed.startsWith('#')) return ''
  if (/^mailto:[^\s<>()"]{3,200}$/i.test(trimmed)) return trimmed
  return destination(absoluteAddress(trimmed, baseUrl))
}

/** An address in the form that ends where it should inside `](…)`. */
function destination(address: string): string {
  return address.replaceAll('(', '%28').replaceAll(')', '%29')
}

function image(node: DomElement, baseUrl: string, style: MarkdownStyle): string {
  if (style.images === 'none') return ''
  const alt = oneLine(node.getAttribute('alt') ?? '')
    .trim()
    .slice(0, ALT_MAX_CHARS)
  const label = escapeLabel(alt)
  if (style.images === 'alt') return label === '' ? '' : `[Image: ${label}]`
  const address = destination(absoluteAddress(imageSource(node), baseUrl))
  return address === '' ? '' : `![${label}](${address})`
}

const SOURCE_ATTRIBUTES = ['data-src', 'data-lazy-src', 'data-original', 'src'] as const
const SET_ATTRIBUTES = ['srcset', 'data-srcset', 'data-lazy-srcset'] as const

/** The real source of an image that may be loaded late: `src` then holds a placeholder. */
function imageSource(node: DomElement): string {
  for (const name of SOURCE_ATTRIBUTES) {
    const source = (node.getAttribute(name) ?? '').trim()
    if (source !== '' && !/^data:/i.test(source)) return source
  }
  for (const name of SET_ATTRIBUTES) {
    const source = /^[\s,]*(\S+)/.exec(node.getAttribute(name) ?? '')?.[1]
    if (source !== undefined && !/^data:/i.test(source)) return source
  }
  return ''
}

/** A list item with its marker and one space, so that a nested list costs two columns, not four. */
function listItem(text: string, node: DomElement): string {
  const list = node.parentNode
  const marker = list?.nodeName === 'OL' ? `${itemNumber(list, node)}. ` : '- '
  const body = text.replace(/^\n+/, '').trimEnd()
  if (body === '') return ''
  return `${marker}${body.replaceAll('\n', `\n${' '.repeat(marker.length)}`).replaceAll(/\n +(?=\n|$)/g, '\n')}\n`
}

function itemNumber(list: DomElement, item: DomElement): number {
  const start = Number.parseInt(list.getAttribute('start') ?? '1', 10)
  let index = 0
  for (const child of Array.from(list.childNodes)) {
    if (child === item) break
    if (child.nodeName === 'LI') index += 1
  }
  return (Number.isSafeInteger(start) && start >= 0 ? start : 1) + index
}

function heading(text: string, node: DomElement): string {
  const line = oneLine(text).trim()
  return line === '' ? '' : `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${line}\n\n`
}

function codeBlock(node: DomElement): string {
  const code = node.textContent.replaceAll(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd()
  if (code === '') return ''
  const fence = fenceFor(code)
  return `\n\n${fence}${codeLanguage(node)}\n${code}\n${fence}\n\n`
}

function codeLanguage(pre: DomElement): string {
  const code = pre.firstElementChild
  for (const node of [code, pre, pre.parentNode, pre.parentNode?.parentNode]) {
    if (!node || typeof node.getAttribute !== 'function') continue
    const named = node.getAttribute('data-lang') ?? node.getAttribute('data-language')
    const marked =
      /(?:^|\s)(?:language-|lang-|highlight-(?:source-|text-)?|brush:\s*)([\w+#.-]+)/.exec(
        node.className || '',
      )?.[1]
    const language = (named ?? marked ?? '').toLowerCase()
    if (FENCE_LANGUAGE.test(language)) return language
  }
  return ''
}
