import type { CellComment } from '../comments.ts'
import {
  findChild,
  findRoot,
  childrenOf,
  innerText,
  readElements,
  type XmlElement,
} from '../package/read-xml.ts'
import type { Relationship } from '../package/relationships.ts'
import type { ZipPackage } from '../package/zip-package.ts'
import { stringText } from './xlsx-text.ts'

/** Names of those who take part in conversations, by their ids. */
export async function readPersons(
  pack: ZipPackage,
  links: ReadonlyMap<string, Relationship>,
): Promise<ReadonlyMap<string, string>> {
  const persons = new Map<string, string>()
  for (const source of await textsOf(pack, [...links.values()], 'person')) {
    for (const { attributes } of childrenOf(findRoot(source))) {
      persons.set(attributes.get('id') ?? '', attributes.get('displayName') ?? '')
    }
  }
  return persons
}

/** Reads the comments on the cells of a sheet; conversations are kept in a second form for older programs, which is left out. */
export async function readCellComments(
  pack: ZipPackage,
  links: readonly Relationship[],
  persons: ReadonlyMap<string, string>,
): Promise<CellComment[]> {
  const threads: CellComment[] = []
  for (const source of await textsOf(pack, links, 'threadedComment')) {
    readElements(
      source,
      (name) => name === 'threadedComment',
      (comment) => threads.push(readThreaded(comment, persons)),
    )
  }
  const inThreads = new Set(threads.map(({ place }) => place))
  const notes: CellComment[] = []
  for (const source of await textsOf(pack, links, 'comments')) {
    const authors: string[] = []
    readElements(
      source,
      (name) => name === 'author' || name === 'comment',
      (element) => {
        if (element.name === 'author') authors.push(innerText(element))
        else notes.push(readNote(element, authors))
      },
    )
  }
  return [...threads, ...notes.filter(({ place }) => !inThreads.has(place))]
}

async function textsOf(
  pack: ZipPackage,
  links: readonly Relationship[],
  relationshipType: string,
): Promise<string[]> {
  const texts: string[] = []
  for (const { type, target, isExternal } of links) {
    const source = type === relationshipType && !isExternal && (await pack.findText(target))
    if (source) texts.push(source)
  }
  return texts
}

function readThreaded(comment: XmlElement, persons: ReadonlyMap<string, string>): CellComment {
  const { attributes } = comment
  return {
    place: attributes.get('ref') ?? '',
    author: persons.get(attributes.get('personId') ?? '') ?? '',
    text: innerText(findChild(comment, 'text')).trim(),
  }
}

/** Programs write the name of who comments before the text too. */
function readNote(comment: XmlElement, authors: readonly string[]): CellComment {
  const { attributes } = comment
  const author = authors[Number(attributes.get('authorId'))] ?? ''
  const text = stringText(findChild(comment, 'text') ?? comment).trim()
  const own = author !== '' && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text
  return { place: attributes.get('ref') ?? '', author, text: own.trim() }
}
