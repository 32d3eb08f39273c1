import type { PageTree } from '../../markup/html/parse-page.ts'
import {
  append,
  childrenOf,
  makeElement,
  setChildren,
  type ElementNode,
  type TreeNode,
} from '../../markup/html/tree/node.ts'
import { namesOf, oneLine, wordsOf } from './parts.ts'

const SIGNATURE_MAX_NODES = 300
const SIGNATURES_MIN_COUNT = 2
const CALLED = new Set(['sig', 'signature', 'prototype', 'memproto', 'declaration', 'decl'])
/** Letters that one of these names has, so that all other classes cost little. */
const MAY_CALL = /sig|proto|decl|header/i
/** Names that are two words: `code-header`. */
const HEADER = new Set(['code', 'member', 'method', 'fn'])
/** What declarations look like: a name with parameters, or a word of the language first. */
const DECLARES =
  /^[^\s(].{0,200}?[\w$>\])]\s*\(.*\)|^(?:pub|public|private|protected|static|abstract|async|export|class|struct|def|fn|func|function|interface|enum|trait|type|const|let|var)\s/s
const HEADS = /^(?:h[1-6]|dt)$/
const SOURCE = /^\s*\[?\s*(?:view )?(?:source|src)(?: code)?\s*\]?\s*$|^[¶§#]$/i

const MARKS = new Set(['headerlink', 'permalink', 'anchor'])

/** Makes code of the declarations of a reference, which generators set as links and words; returns whether the page is one. */
export function setSignatures(tree: PageTree, kept: Uint8Array): boolean {
  const { found, count } = findSignatures(tree)
  if (count < SIGNATURES_MIN_COUNT) return false
  for (const signature of found) setCode(tree.nodes, signature, kept)
  let headingEnd = 0
  for (const node of tree.nodes) {
    if (node.isText) continue
    if (/^h[1-6]$/.test(node.name)) headingEnd = node.end
    else if (node.name === 'button' && node.id < headingEnd) kept.fill(0, node.id, node.end)
  }
  return true
}

/** The declarations that are no code yet; `count` is of all. */
function findSignatures({ nodes }: PageTree): { found: ElementNode[]; count: number } {
  const found: ElementNode[] = []
  let count = 0
  let end = 0
  for (const node of nodes) {
    if (node.isText || node.id < end) continue
    if (node.name === 'pre' || node.name === 'code' || node.name === 'nav') end = node.end
    else if (isCalledSignature(node)) {
      const head = headAround(node)
      if (head.end - head.id > SIGNATURE_MAX_NODES || head.end === head.id + 1) continue
      if (!DECLARES.test(signatureText(nodes, head))) continue
      if (!holdsCode(nodes, head)) found.push(head)
      count += 1
      end = head.end
    }
  }
  return { found, count }
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

function holdsCode(nodes: readonly TreeNode[], { id, end }: ElementNode): boolean {
  return nodes
    .slice(id, end)
    .some((node) => !node.isText && /^(?:pre|p|ul|ol|table|dl|code)$/.test(node.name))
}

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
  const inner = nodes.slice(element.id, element.end)
  return SOURCE.test(inner.map((node) => (node.isText ? node.data : '')).join(''))
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
  if (!first || !holder) return
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
