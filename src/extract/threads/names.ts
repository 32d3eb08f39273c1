import type { ElementNode } from '../tree/node.ts'

const NAMES_MAX_CHARS = 300
const NAMES_MAX_COUNT = 24
const KEY_MAX_CHARS = 3 * NAMES_MAX_CHARS + 2
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
const knownClasses = new Map<string, Names>()

/** Returns what an element is called; the same object for elements that are called the same. */
export function namesOf({ attributes }: ElementNode): Names {
  const { class: classes = '', id = '', itemprop = '' } = attributes
  if (id === '' && itemprop === '') return remembered(knownClasses, classes)
  const parts = [classes, id.replaceAll(/\d+/g, '#'), itemprop]
  const key = parts.map((part) => part.slice(0, NAMES_MAX_CHARS)).join('\n')
  return remembered(known, key)
}

function remembered(memory: Map<string, Names>, key: string): Names {
  let names = memory.get(key)
  if (!names) {
    if (memory.size >= KNOWN_MAX_COUNT) memory.clear()
    memory.set(key, (names = readNames(key.slice(0, KEY_MAX_CHARS))))
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

/** Works out a number from names, once for each; `work` is its own key. */
export function noteOf(names: Names, work: (names: Names) => number): number {
  let note = names.notes.get(work)
  if (note === undefined) names.notes.set(work, (note = work(names)))
  return note
}

/** Whether an element is called by one of some words. */
export function isCalled(element: ElementNode, words: ReadonlySet<string>): boolean {
  const own = namesOf(element).words
  for (const word of own) if (words.has(word)) return true
  return false
}
