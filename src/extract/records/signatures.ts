import type { PageTree } from '../../markup/html/parse-page.ts'
import {
  append,
  childrenOf,
  makeElement,
  setChildren,
  TextNode,
  type ElementNode,
  type TreeNode,
} from '../../markup/html/tree/node.ts'
import { oneLine } from '../page-info/plain-text.ts'
import { isAround, namesOf, wordsOf } from './parts.ts'
import { termOf } from './terms.ts'

const SIGNATURE_MAX_NODES = 300
const SIGNATURES_MIN_COUNT = 2
const CALLED = new Set(['sig', 'signature', 'prototype', 'memproto', 'declaration', 'decl'])
/** Letters that one of these names has, so that all other classes cost little. */
const MAY_CALL = /sig|proto|decl|header/i
/** Names that are two words: `code-header`. */
const HEADER = new Set(['code', 'member', 'method', 'fn'])
/** A name and what it takes, all that an element says: words before the name, words in the brackets, what comes back. */
const CALL =
  /^((?:[\w$.:<>[\],*&?~@-]{1,60}\s+){0,8})[\w$.:#~]*[\w$>\]](\s?)\(((?:[^()]|\([^()]*\))*)\)(?:\s*(?:->|=>|→|⇒|:|throws|const|noexcept)(?:[^.!?]|[.?](?=\S))*)?;?$/
/** What classes call the parts of a declaration. */
const PART =
  /type|param|arg|name|keyword|modifier|token|method|func|symbol|kind|result|return|ident|operator/
const PARTS_MIN_COUNT = 2
/** A declaration of so many parts is one for sure. */
const PARTS_SURE_COUNT = 3
/** `Author(s)` declares nothing. */
const PLURAL_END = /^(?:e?s|e?n|\d+)?$/
const DECLARED_MAX_CHARS = 500
/** A word of a language by which a declaration begins. */
const DECLARES_WORD =
  /^(?:pub|public|private|protected|static|abstract|async|export|class|struct|def|fn|fun|func|function|interface|enum|trait|impl|type|const|let|val|var)\s/
const HEADS = /^(?:h[1-6]|dt)$/
const DECLARING = /^(?:h[1-6]|dt|div)$/
const SOURCE =
  /^\s*[[(]?\s*(?:(?:view|show|go to|see)\s)?(?:the )?(?:source|src)(?: code| file)?\s*[\])]?\s*$|^[¶§#]$/i
/** Where lines of a source are numbered. */
const SOURCE_LINE = /#(?:L|l|line-?)\d+(?:-L?\d+)?$/

const MARKS = new Set(['headerlink', 'permalink', 'anchor'])

/** Makes code of the declarations of a reference, which generators set as links and words; returns whether the page is one. */
export function setSignatures(tree: PageTree, kept: Uint8Array): boolean {
  const { found, count, first } = findSignatures(tree)
  if (count < SIGNATURES_MIN_COUNT) return false
  for (const signature of found) setCode(tree.nodes, signature, kept)
  keepSources(tree.nodes, first, kept)
  let headingEnd = 0
  for (const node of tree.nodes) {
    if (node.isText) continue
    if (/^h[1-6]$/.test(node.name)) headingEnd = node.end
    else if (node.name === 'button' && node.id < headingEnd) kept.fill(0, node.id, node.end)
  }
  return true
}

/** The declarations that are no code yet; `count` is of all, `first` the place of the first. */
function findSignatures({ nodes }: PageTree): {
  found: ElementNode[]
  count: number
  first: number
} {
  const found: ElementNode[] = []
  let count = 0
  let first = nodes.length
  let end = 0
  for (const node of nodes) {
    if (node.isText || node.id < end) continue
    if (node.name === 'pre' || node.name === 'code' || isAround(node)) {
      end = node.end
      continue
    }
    const isCalled = isCalledSignature(node)
    const head = isCalled ? headAround(node) : node
    if (head.end - head.id > SIGNATURE_MAX_NODES || head.end === head.id + 1) continue
    const weight = isCalled ? Number(declares(signatureText(nodes, head))) : weigh(nodes, node)
    if (weight === 0) continue
    if (!holdsCode(nodes, head)) found.push(head)
    count += weight
    first = Math.min(first, head.id)
    end = head.end
  }
  return { found, count, first }
}

function declares(text: string): boolean {
  return DECLARES_WORD.test(text) || (text.length <= DECLARED_MAX_CHARS && CALL.test(text))
}

/** How surely an element that no class calls so declares something by what it says and is made of: 0 where it does not. */
function weigh(nodes: readonly TreeNode[], element: ElementNode): number {
  if (!DECLARING.test(element.name)) return 0
  let parts = 0
  let hasBracket = false
  for (let id = element.id + 1; id < element.end; id += 1) {
    const node = nodes[id]!
    if (node.isText) hasBracket ||= node.data.includes('(')
    else if (node.isBlock) return 0
    else if (PART.test(node.attributes['class'] ?? '')) parts += 1
  }
  if (!hasBracket || (parts < PARTS_MIN_COUNT && !HEADS.test(element.name))) return 0
  const text = signatureText(nodes, element)
  const [, before = '', gap = '', taken = ''] =
    text.length > DECLARED_MAX_CHARS ? [] : (CALL.exec(text) ?? [undefined, ' ', ' '])
  if (parts >= PARTS_MIN_COUNT)
    return gap === ' ' && before === ' ' ? 0 : parts >= PARTS_SURE_COUNT ? SIGNATURES_MIN_COUNT : 1
  const isPlain = gap === '' && (before === '' || DECLARES_WORD.test(before))
  return isPlain && (taken === '' || !PLURAL_END.test(taken)) ? 1 : 0
}

function isCalledSignature({ classes }: ElementNode): boolean {
  return classes?.derive(areOfSignature) === true
}

function areOfSignature(classes: string): boolean {
  if (!MAY_CALL.test(classes)) return false
  const names = wordsOf(classes)
  const isHeader = names.includes('header') && names.some((name) => HEADER.has(name))
  return isHeader || names.some((name) => CALLED.has(name))
}

/** The heading or term that a signature is a part of. */
function headAround(element: ElementNode): ElementNode {
  let at: ElementNode | undefined = element
  for (let level = 0; at && level < 4; level += 1) {
    if (HEADS.test(at.name)) return at
    at = at.parent
  }
  return element
}

/** Whether a declaration is code already, or holds more than itself. */
function holdsCode(nodes: readonly TreeNode[], head: ElementNode): boolean {
  let codeEnd = 0
  let codeChars = 0
  for (let id = head.id + 1; id < head.end; id += 1) {
    const node = nodes[id]!
    if (node.isText) codeChars += id < codeEnd ? node.data.length : 0
    else if (/^(?:pre|p|ul|ol|table|dl)$/.test(node.name)) return true
    else if (node.name === 'code') codeEnd = Math.max(codeEnd, node.end)
  }
  return codeChars > signatureText(nodes, head).length * CODE_MIN_SHARE
}

const CODE_MIN_SHARE = 0.7

/** Texts of a signature, without links to its source and marks that are set small beside a name. */
function textsOf(
  nodes: readonly TreeNode[],
  { id, end }: ElementNode,
): (TreeNode & { isText: true })[] {
  const texts: (TreeNode & { isText: true })[] = []
  for (let at = id + 1; at < end; at += 1) {
    const node = nodes[at]!
    if (node.isText) texts.push(node)
    else if (node.name === 'button' || isBeside(nodes, node)) at = node.end - 1
  }
  return texts
}

function isBeside(nodes: readonly TreeNode[], element: ElementNode): boolean {
  if (element.name !== 'a') return namesOf(element).includes('attributes')
  if (namesOf(element).some((name) => MARKS.has(name))) return true
  return isSource(textIn(nodes, element)) || isSource(labelOf(element))
}

function textIn(nodes: readonly TreeNode[], { id, end }: ElementNode): string {
  let text = ''
  for (let at = id + 1; at < end; at += 1) {
    const node = nodes[at]!
    if (node.isText) text += node.data
  }
  return text
}

function isSource(text: string): boolean {
  return SOURCE.test(text) || (text !== '' && termOf(oneLine(text)) === 'repository')
}

function labelOf({ attributes }: ElementNode): string {
  return attributes['aria-label'] ?? attributes['title'] ?? ''
}

/** Keeps the links to sources from a declaration on, and says of those that are drawn what they are. */
function keepSources(nodes: readonly TreeNode[], from: number, kept: Uint8Array): void {
  for (let id = from; id < nodes.length; id += 1) {
    const link = nodes[id]!
    if (link.isText) continue
    if (isAround(link)) {
      id = link.end - 1
      continue
    }
    if (link.name !== 'a' || link.attributes['href'] === undefined) continue
    const isDrawn = textIn(nodes, link).trim() === ''
    const isOwn = SOURCE_LINE.test(link.attributes['href']) || (isDrawn && isSource(labelOf(link)))
    if (!isOwn) continue
    if (isDrawn) {
      const text = new TextNode('source')
      text.id = Math.min(link.id + 1, link.end - 1)
      setChildren(link, [text])
    }
    kept.fill(1, link.id, link.end)
    for (let at = link.parent; at; at = at.parent) kept[at.id] = 1
  }
}

function signatureText(nodes: readonly TreeNode[], signature: ElementNode): string {
  return oneLine(
    textsOf(nodes, signature)
      .map(({ data }) => data)
      .join(''),
  )
}

/** Moves all words of a signature into the first element in it that has some, which becomes code. */
function setCode(nodes: TreeNode[], signature: ElementNode, kept: Uint8Array): void {
  const texts = textsOf(nodes, signature)
  const first = texts.find(({ parent }) => parent !== signature)
  let holder = first?.parent
  if (!first || !holder) {
    setPlainCode(signature, texts, kept)
    return
  }
  // Words that stress a part of it are no part of code.
  while (holder.parent && holder.parent !== signature) holder = holder.parent
  const text = signatureText(nodes, signature)
  const code = makeElement('code')
  code.id = holder.id
  code.end = holder.end
  for (const one of texts) one.data = ''
  first.data = text
  replaceChild(holder, code)
  nodes[code.id] = code
  first.next = undefined
  append(code, first)
  for (let at: ElementNode | undefined = code; at; at = at.parent) kept[at.id] = 1
  kept[first.id] = 1
  putSourceAfter(nodes, signature, kept)
}

/** Makes code of a declaration that is text alone. */
function setPlainCode(
  signature: ElementNode,
  [first, ...others]: readonly (TreeNode & { isText: true })[],
  kept: Uint8Array,
): void {
  if (!first) return
  const text = oneLine([first, ...others].map(({ data }) => data).join(''))
  first.data = text
  for (const one of others) one.data = ''
  const code = makeElement('code')
  code.id = first.id
  code.end = first.id + 1
  const children = childrenOf(signature)
  first.next = undefined
  setChildren(
    signature,
    children.map((child) => (child === first ? code : child)),
  )
  append(code, first)
  for (let at: ElementNode | undefined = signature; at; at = at.parent) kept[at.id] = 1
  kept[first.id] = 1
}

/** A link to the source that stands before a declaration belongs to it. */
function putSourceAfter(
  nodes: readonly TreeNode[],
  signature: ElementNode,
  kept: Uint8Array,
): void {
  const parent = signature.parent
  const before = parent?.first
  if (!parent || !before || before.isText || before.name !== 'a' || !isBeside(nodes, before)) return
  const [, second, ...others] = childrenOf(parent)
  if (second !== signature) return
  kept.fill(1, before.id, before.end)
  setChildren(parent, [signature, before, ...others])
}

function replaceChild(old: ElementNode, fresh: ElementNode): void {
  const parent = old.parent!
  setChildren(
    parent,
    childrenOf(parent).map((child) => (child === old ? fresh : child)),
  )
}
