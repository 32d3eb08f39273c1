import type { Attributes } from '../hidden.ts'
import type { ElementNode } from '../tree/node.ts'

const NAMES_MAX_CHARS = 300
const NAMES_MAX_COUNT = 24
const KNOWN_MAX_COUNT = 5000

/** What an element is called. */
export interface Names {
  /** Classes in lower case, numbers as `#`, and the id, numbers as `#`, which may be empty. */
  classes: readonly string[]
  id: string
  /** The words that classes, id and `itemprop` are made of. */
  words: ReadonlySet<string>
  /** The last word of each class: what an element is, where the words before say of what. */
  lasts: readonly string[]
  /** Room for what others work out from names, once for each: bits by their own meaning. */
  notes: Map<object, number>
}

const known = new Map<string, Names>()
/** What was read once, by the attributes that it was read from. */
const read = new WeakMap<Attributes, Names>()

/** Returns what an element is called; the same object for elements that are called the same. */
export function namesOf({ attributes }: ElementNode): Names {
  let names = read.get(attributes)
  if (!names) read.set(attributes, (names = knownNames(attributes)))
  return names
}

function knownNames(attributes: Attributes): Names {
  const { class: classes = '', id = '', itemprop = '' } = attributes
  const key = `${classes.slice(0, NAMES_MAX_CHARS)}\n${id.slice(0, NAMES_MAX_CHARS).replaceAll(/\d+/g, '#')}\n${itemprop.slice(0, NAMES_MAX_CHARS)}`
  let names = known.get(key)
  if (!names) {
    if (known.size >= KNOWN_MAX_COUNT) known.clear()
    known.set(key, (names = readNames(key)))
  }
  return names
}

function readNames(key: string): Names {
  const [classes = '', id = ''] = key.split('\n', 2)
  const spaced = classes.replaceAll(/([a-z])(?=[A-Z])/g, '$1-').toLowerCase()
  return {
    notes: new Map(),
    id,
    lasts: spaced.match(/[a-z]+(?=[^a-z\s]*(?:\s|$))/g)?.slice(0, NAMES_MAX_COUNT) ?? [],
    classes: classes
      .toLowerCase()
      .replaceAll(/\d+/g, '#')
      .split(/\s+/)
      .filter((name) => name !== '')
      .slice(0, NAMES_MAX_COUNT),
    words: new Set(
      key
        .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
        .toLowerCase()
        .split(/[^a-z]+/)
        .filter((word) => word !== '')
        .slice(0, 2 * NAMES_MAX_COUNT),
    ),
  }
}

/** Works out a number from what an element is called, once for all that are called the same; `work` is its own key. */
export function noteOf(element: ElementNode, work: (names: Names) => number): number {
  const names = namesOf(element)
  let note = names.notes.get(work)
  if (note === undefined) names.notes.set(work, (note = work(names)))
  return note
}

/** Whether an element is called by one of some words. */
export function isCalled(element: ElementNode, words: ReadonlySet<string>): boolean {
  const own = namesOf(element).words
  if (own.size === 0) return false
  for (const word of own) if (words.has(word)) return true
  return false
}
