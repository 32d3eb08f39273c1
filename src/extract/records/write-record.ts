import type { PageTree } from '../../markup/html/parse-page.ts'
import {
  append,
  linkNodes,
  makeElement,
  TextNode,
  visitNodes,
  type ElementNode,
  type TreeNode,
} from '../../markup/html/tree/node.ts'
import { writeMarkdown } from '../emit/write-markdown.ts'
import type { MarkdownStyle } from '../engine.ts'
import type { Asset } from './assets.ts'
import type { PageRecord } from './find-record.ts'
import { bare } from './parts.ts'
import { labelOf } from './terms.ts'
import type { Value } from './values.ts'

/** A record with what the content lacks of it. */
export interface WrittenRecord extends Pick<
  PageRecord,
  'title' | 'fields' | 'installs' | 'assets'
> {
  about: string
}

/** Lines above which the title of a page stands. */
const TITLE_MAX_LINES = 12

/** Writes what a page states beside its text under its title, in a line `**Label:** value · …`, and its files at the end. */
export function writeRecord(
  tree: PageTree,
  record: WrittenRecord,
  markdown: string,
  baseUrl: string,
  style: MarkdownStyle,
): string {
  const write = (root: ElementNode): string => {
    const nodes: TreeNode[] = [root]
    visitNodes(root, (node) => void nodes.push(node))
    linkNodes(nodes)
    const kept = new Uint8Array(nodes.length).fill(1)
    // Addresses by number would begin anew at 1.
    const links = style.links === 'reference' ? 'inline' : style.links
    return writeMarkdown({ ...tree, root, nodes }, { kept }, baseUrl, { ...style, links }).trim()
  }
  const facts = write(factsOf(record))
  const lines = markdown.split('\n')
  const at = lines
    .slice(0, TITLE_MAX_LINES)
    .findIndex((line) => /^#{1,2} /.test(line) && isTitle(line, record.title))
  const before = lines.slice(0, Math.max(at, 0)).join('\n').trim()
  const after = lines
    .slice(at + 1)
    .join('\n')
    .trim()
  const parts = [before, write(titled(record.title)), facts, after]
  if (record.assets.length > 0) parts.push(write(listOf(record.assets)))
  return parts.filter((part) => part !== '').join('\n\n')
}

function isTitle(line: string, title: string): boolean {
  const given = bare(line)
  return given.includes(bare(title)) && given.length <= bare(title).length + 40
}

function titled(title: string): ElementNode {
  const root = makeElement('#document')
  append(root, holding('h1', title))
  return root
}

function factsOf({ about, fields, installs }: WrittenRecord): ElementNode {
  const root = makeElement('#document')
  if (about !== '') append(root, holding('p', about))
  const line = makeElement('p')
  for (const [term, values] of fields) {
    if (line.first) append(line, new TextNode(' · '))
    append(line, holding('strong', `${labelOf(term)}:`))
    values.forEach((value, index) => {
      append(line, new TextNode(index === 0 ? ' ' : ', '))
      append(line, writtenOf(value))
    })
  }
  if (line.first) append(root, line)
  for (const command of installs) {
    if (command.includes('\n')) append(root, holding('pre', command))
    else {
      const paragraph = makeElement('p')
      append(paragraph, holding('strong', 'Install:'))
      append(paragraph, new TextNode(' '))
      append(paragraph, holding('code', command))
      append(root, paragraph)
    }
  }
  return root
}

function listOf(assets: readonly Asset[]): ElementNode {
  const root = makeElement('#document')
  append(root, holding('h2', 'Assets'))
  const list = makeElement('ul')
  for (const { name, url, size } of assets) {
    const entry = makeElement('li')
    append(entry, writtenOf({ text: name, url }))
    if (size !== '') append(entry, new TextNode(` (${size})`))
    append(list, entry)
  }
  append(root, list)
  return root
}

function writtenOf({ text, url }: Value): TreeNode {
  return url === undefined ? new TextNode(text) : holding('a', text, { href: url })
}

function holding(name: string, text: string, attributes: Record<string, string> = {}): ElementNode {
  const element = makeElement(name, attributes)
  append(element, new TextNode(text))
  return element
}
