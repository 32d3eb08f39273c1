import { MarkdownWriter } from '../markdown/markdown-writer.ts'
import type { MarkdownStyle } from './engine.ts'
import type { Attributes } from './hidden.ts'
import { layoutTables } from './layout-tables.ts'
import { absoluteAddress } from './page-info/page-address.ts'
import { walk, type ElementNode } from './tree/node.ts'
import type { PageTree } from './tree/parse-page.ts'

const ALT_MAX_CHARS = 300
const ADDRESS_MAX_CHARS = 4096
const FENCE_LANGUAGE = /^[\w+#.-]{1,30}$/
const CLASS_LANGUAGE =
  /(?:^|\s)(?:language-|lang-|highlight-(?:source-|text-)?|brush:\s*)([\w+#.-]{1,30})/
const LANGUAGE_LEVELS = 3
/** Elements that the writer would leave out with their content, which was found to be content. */
const CONTENT_ANYWAY = new Set(['noscript', 'title', 'head', 'select', 'textarea'])
const PARTS_OF_TABLES = new Set('table caption tr td th thead tbody tfoot'.split(' '))
const BLANK = /[\s\u00A0]{200,}/g
const NO_ATTRIBUTES: Attributes = {}

/**
 * Writes the kept nodes of a page as Markdown, in one walk. Addresses become absolute; only http, https and
 * mailto stay. Time is linear in the size of the page.
 */
export function writeMarkdown(
  tree: PageTree,
  kept: Uint8Array,
  baseUrl: string,
  style: MarkdownStyle,
): string {
  const writer = new MarkdownWriter({ inlineHtml: false, address: (found) => found })
  const isLayout = layoutTables(tree, kept)
  const names: string[] = []
  walk(
    tree.root,
    (node) => {
      if (kept[node.id] === 0) return false
      if (node.isText) {
        writer.text(node.data.replaceAll(BLANK, ' '))
        return false
      }
      if (node.name === 'img') {
        writeImage(writer, node, baseUrl, style)
        return false
      }
      const name = nameOf(node, isLayout, style)
      names.push(name)
      writer.open(name, attributesOf(node, name, baseUrl))
      return true
    },
    () => writer.close(names.pop() ?? ''),
  )
  return writer.end()
}

function nameOf(
  { name, id, attributes }: ElementNode,
  isLayout: Uint8Array,
  { links }: MarkdownStyle,
): string {
  if (CONTENT_ANYWAY.has(name)) return 'div'
  if (isLayout[id] === 1 && PARTS_OF_TABLES.has(name)) return 'div'
  if (name === 'a' && (links === 'none' || attributes['href'] === undefined)) return 'span'
  return name
}

function attributesOf(element: ElementNode, name: string, baseUrl: string): Attributes {
  const { attributes } = element
  switch (name) {
    case 'a':
      return linkAttributes(attributes['href'] ?? '', baseUrl)
    case 'pre':
      return { class: `language-${codeLanguage(element)}` }
    case 'td':
    case 'th':
    case 'ol':
    case 'input':
      return attributes
    default:
      return NO_ATTRIBUTES
  }
}

/** Links within the page and links that run code lose their address, not their text. */
function linkAttributes(href: string, baseUrl: string): Attributes {
  const address = href.trim()
  if (address === '' || address.startsWith('#') || address.length > ADDRESS_MAX_CHARS) return {}
  if (/^mailto:[^\s<>()"]{3,200}$/i.test(address)) return { href: address }
  const absolute = absoluteAddress(address, baseUrl)
  return absolute === '' ? {} : { href: withoutBrackets(absolute) }
}

function withoutBrackets(address: string): string {
  return address.replaceAll('(', '%28').replaceAll(')', '%29')
}

function writeImage(
  writer: MarkdownWriter,
  { attributes }: ElementNode,
  baseUrl: string,
  { images }: MarkdownStyle,
): void {
  if (images === 'none') return
  const alt = (attributes['alt'] ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, ALT_MAX_CHARS)
  if (images === 'alt') {
    if (alt !== '') writer.text(` [Image: ${alt}] `)
    return
  }
  const src = withoutBrackets(absoluteAddress(imageSource(attributes), baseUrl))
  if (src === '') return
  writer.open('img', { src, alt })
  writer.close('img')
}

const SOURCE_ATTRIBUTES = ['data-src', 'data-lazy-src', 'data-original', 'src'] as const
const SET_ATTRIBUTES = ['srcset', 'data-srcset', 'data-lazy-srcset'] as const

/** The real source of an image that may be loaded late: `src` then holds a placeholder. */
function imageSource(attributes: Attributes): string {
  for (const name of SOURCE_ATTRIBUTES) {
    const source = (attributes[name] ?? '').trim()
    if (source !== '' && !/^data:/i.test(source)) return source
  }
  for (const name of SET_ATTRIBUTES) {
    const source = /^[\s,]*(\S+)/.exec(attributes[name] ?? '')?.[1]
    if (source !== undefined && !/^data:/i.test(source)) return source
  }
  return ''
}

/** The language that a block of code, what is in it or what is around it names. */
function codeLanguage(pre: ElementNode): string {
  const inside = pre.first && !pre.first.isText ? pre.first : undefined
  let element: ElementNode | undefined = inside ?? pre
  for (let level = inside ? -1 : 0; level < LANGUAGE_LEVELS && element; level += 1) {
    const { attributes } = element
    const named = attributes['data-lang'] ?? attributes['data-language']
    const language = (
      named ??
      CLASS_LANGUAGE.exec(attributes['class'] ?? '')?.[1] ??
      ''
    ).toLowerCase()
    if (FENCE_LANGUAGE.test(language)) return language
    element = element.parent
  }
  return ''
}
