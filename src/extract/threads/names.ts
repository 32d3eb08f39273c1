import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import type { ElementNode } from '../../markup/html/tree/node.ts'
import { hashText } from '../content/features/hash.ts'

const NAMES_MAX_CHARS = 300
const NAMES_MAX_COUNT = 24
const KEY_MAX_CHARS = 3 * NAMES_MAX_CHARS + 2
const KNOWN_MAX_COUNT = 2000

/** What an element is called; each part is worked out when it is first asked for. */
export class Names {
  /** The id, numbers as `#`, which may be empty. */
  readonly id: string
  readonly #key: string
  readonly #stated: string
  #classes: readonly string[] | undefined
  #keys: readonly number[] | undefined
  #words: ReadonlySet<string> | undefined
  #lasts: readonly string[] | undefined
  #notes: Map<object, number> | undefined

  constructor(key: string) {
    const [classes = '', id = ''] = key.split('\n', 2)
    this.#key = key
    this.#stated = classes
    this.id = id
  }

  /** Classes in lower case, numbers as `#`. */
  get classes(): readonly string[] {
    return (this.#classes ??= this.#stated
      .toLowerCase()
      .replaceAll(/\d+/g, '#')
      .split(/\s+/)
      .filter((name) => name !== '')
      .slice(0, NAMES_MAX_COUNT))
  }

  /** A hash of each class. */
  get classKeys(): readonly number[] {
    return (this.#keys ??= this.classes.map((name) => hashText(`.${name}`)))
  }

  /** The words that classes, id and `itemprop` are made of. */
  get words(): ReadonlySet<string> {
    return (this.#words ??= new Set(
      this.#key
        .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
        .toLowerCase()
        .split(/[^a-z]+/)
        .filter((word) => word !== '')
        .slice(0, 2 * NAMES_MAX_COUNT),
    ))
  }

  /** The last word of each class: what an element is, where the words before say of what. */
  get lasts(): readonly string[] {
    return (this.#lasts ??=
      this.#stated
        .replaceAll(/([a-z])(?=[A-Z])/g, '$1-')
        .toLowerCase()
        .match(/[a-z]+(?=[^a-z\s]*(?:\s|$))/g)
        ?.slice(0, NAMES_MAX_COUNT) ?? [])
  }

  /** A number that somebody works out from names, once for each; `work` is its own key. */
  noteOf(work: (names: Names) => number): number {
    const notes = (this.#notes ??= new Map())
    let note = notes.get(work)
    if (note === undefined) notes.set(work, (note = work(this)))
    return note!
  }
}

const NAMELESS = new Names('')
const known = new Map<string, Names>()

/** Returns what an element is called; the same object for elements of a page that are called the same. */
export function namesOf({ attributes, bits, classes }: ElementNode): Names {
  if ((bits & (Has.id | Has.itemprop)) !== 0) {
    const { id = '', itemprop = '' } = attributes
    if (id !== '' || itemprop !== '') return remembered([classes?.text ?? '', id, itemprop])
  }
  return classes?.derive(namesOfClasses) ?? NAMELESS
}

function namesOfClasses(classes: string): Names {
  return new Names(classes.slice(0, KEY_MAX_CHARS))
}

function remembered([classes, id, itemprop]: readonly [string, string, string]): Names {
  const key = [classes, id.replaceAll(/\d+/g, '#'), itemprop]
    .map((part) => part.slice(0, NAMES_MAX_CHARS))
    .join('\n')
  let names = known.get(key)
  if (!names) {
    if (known.size >= KNOWN_MAX_COUNT) known.clear()
    known.set(key, (names = new Names(key)))
  }
  return names
}

/** Whether an element is called by one of some words. */
export function isCalled(element: ElementNode, words: ReadonlySet<string>): boolean {
  for (const word of namesOf(element).words) if (words.has(word)) return true
  return false
}
