import {
  decodeReferences,
  type Resolve,
  resolverFor,
  characterOf,
} from '../../markup/xml/references.ts'
import { readAttributes, scanMarkup } from '../../markup/xml/scan.ts'
import { XML_DEPTH_MAX } from '../limits.ts'
import { PREFIXES } from './namespaces.ts'

/** An element that was read whole. Names have the usual prefix of their namespace (`w:p`), whatever the document calls it. */
export interface XmlElement {
  name: string
  /** Values by name; names of attributes with a namespace have its usual prefix. */
  attributes: ReadonlyMap<string, string>
  /** Elements and texts within, in order. */
  children: (XmlElement | string)[]
}

/** Receives the events of an XML text, elements properly nested. */
export interface XmlListener {
  open(name: string, attributes: ReadonlyMap<string, string>): void
  text(text: string): void
  close(name: string): void
}

type Prefixes = ReadonlyMap<string, string>

interface OpenElement {
  /** As the document writes it. */
  tag: string
  name: string
  prefixes: Prefixes
}

/**
 * Reads XML in one pass: namespaces resolved, references decoded, entities of the document expanded within bounds, nothing
 * fetched. What is not well formed is read as far as it makes sense; elements nested deeper than `XML_DEPTH_MAX` are left out.
 */
export function readXml(source: string, listener: XmlListener): void {
  const open: OpenElement[] = []
  let resolve: Resolve = characterOf
  /** Elements too deep that are open. */
  let tooDeep = 0
  const closeLast = (): void => {
    const last = open.pop()
    if (last) listener.close(last.name)
  }
  scanMarkup(source, {
    open(tag, written, isEmpty) {
      if (open.length >= XML_DEPTH_MAX) {
        if (!isEmpty) tooDeep += 1
        return
      }
      // Most elements have no attributes, and large documents millions of elements.
      const found = written === '' ? NO_ATTRIBUTES : readAttributes(written)
      const prefixes = declared(open.at(-1)?.prefixes ?? NO_PREFIXES, found, resolve)
      const name = nameOf(tag, prefixes, true)
      const attributes = resolved(found, prefixes, resolve)
      open.push({ tag, name, prefixes })
      listener.open(name, attributes)
      if (isEmpty) closeLast()
    },
    text(raw) {
      if (tooDeep === 0) listener.text(decodeReferences(raw, resolve))
    },
    cdata(text) {
      if (tooDeep === 0) listener.text(text)
    },
    close(tag) {
      if (tooDeep > 0) {
        tooDeep -= 1
        return
      }
      if (!open.some((element) => element.tag === tag)) return
      while (open.at(-1)?.tag !== tag) closeLast()
      closeLast()
    },
    doctype(text) {
      resolve = resolverFor(text)
    },
  })
  while (open.length > 0) closeLast()
}

/**
 * Reads the elements for which `isTaken` holds, one after another, each with all that is in it; what is in none of them is passed over.
 * Only one of them is in memory at a time.
 */
export function readElements(
  source: string,
  isTaken: (name: string, parents: readonly string[]) => boolean,
  take: (element: XmlElement) => void,
): void {
  const path: string[] = []
  const taken: XmlElement[] = []
  readXml(source, {
    open(name, attributes) {
      const parent = taken.at(-1)
      const element: XmlElement = { name, attributes, children: [] }
      if (parent) parent.children.push(element)
      if (parent || isTaken(name, path)) taken.push(element)
      path.push(name)
    },
    text(text) {
      taken.at(-1)?.children.push(text)
    },
    close() {
      path.pop()
      const element = taken.pop()
      if (element && taken.length === 0) take(element)
    },
  })
}

/** The root element with all that is in it; undefined for a text without any. For small files: properties, styles, relationships. */
export function findRoot(source: string | undefined): XmlElement | undefined {
  let root: XmlElement | undefined
  if (source !== undefined) {
    readElements(
      source,
      (_, parents) => parents.length === 0,
      (element) => (root ??= element),
    )
  }
  return root
}

/** The elements directly within one, of a name where it is given. */
export function childrenOf(element: XmlElement | undefined, name?: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && (name === undefined || child.name === name),
  )
}

/** The first element directly within one by its name, and so on along a path of names. */
export function findChild(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((from, name) => childrenOf(from, name)[0], element)
}

/** All text within an element. */
export function innerText(element: XmlElement | undefined): string {
  const parts: string[] = []
  const left: (XmlElement | string)[] = element ? [element] : []
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') parts.push(next)
    else for (const child of next.children.toReversed()) left.push(child)
  }
  return parts.join('')
}

const NO_PREFIXES: Prefixes = new Map()
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

function resolved(
  found: ReadonlyMap<string, string>,
  prefixes: Prefixes,
  resolve: Resolve,
): ReadonlyMap<string, string> {
  if (found.size === 0) return NO_ATTRIBUTES
  const attributes = new Map<string, string>()
  for (const [key, value] of found) {
    if (key === 'xmlns' || key.startsWith('xmlns:')) continue
    attributes.set(nameOf(key, prefixes, false), decodeReferences(value, resolve))
  }
  return attributes
}

function declared(outer: Prefixes, found: ReadonlyMap<string, string>, resolve: Resolve): Prefixes {
  let inner: Map<string, string> | undefined
  for (const [key, value] of found) {
    if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue
    inner ??= new Map(outer)
    const usual = PREFIXES.get(decodeReferences(value, resolve).trim())
    inner.set(key.slice(6), usual ?? key.slice(6))
  }
  return inner ?? outer
}

/** A name with the usual prefix of its namespace; attributes without a prefix have no namespace. */
function nameOf(written: string, prefixes: Prefixes, isElement: boolean): string {
  const colon = written.indexOf(':')
  if (colon === -1 && !isElement) return written
  const prefix =
    prefixes.get(written.slice(0, Math.max(0, colon))) ?? written.slice(0, Math.max(0, colon))
  const local = written.slice(colon + 1)
  return prefix === '' ? local : `${prefix}:${local}`
}
