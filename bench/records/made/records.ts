import type { RecordDraft } from '../draft.ts'
import type { Asset } from '../page.ts'
import { filled, type CodeWords, type RecordWords } from '../writer.ts'
import { someMoment, type Moment } from './moment.ts'

/** What makers of pages stand on. */
export interface Making {
  draft: RecordDraft
  words: RecordWords
  code: CodeWords
}

/** Gives out people, versions and numbers, no two of them the same. */
export class Cast {
  readonly making: Making
  readonly #people: string[]

  constructor(making: Making) {
    this.making = making
    const { random } = making.draft
    this.#people = making.code.people
      .map((name) => ({ name, place: random.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ name }) => name)
  }

  /** Somebody who was not there before. */
  person(): string {
    const name = this.#people.pop()
    if (name === undefined) throw new Error('no more people')
    return this.making.draft.maybe(name)
  }

  /** A version such as `2.14.0`. */
  version(): string {
    const { random } = this.making.draft
    const more = random.chance(0.2) ? random.pick(['-beta.1', '-rc.2', '-alpha.3']) : ''
    return `${random.int(0, 14)}.${random.int(0, 40)}.${random.int(0, 19)}${more}`
  }

  /** The name of a package, of two words or three. */
  packageName(glue = '-'): string {
    const { random } = this.making.draft
    const { nouns } = this.making.code
    return random.some(nouns, random.int(2, 3)).join(glue)
  }

  /** A number as pages write it. */
  count(max: number): string {
    return this.making.draft.random.int(1, max).toLocaleString('en')
  }

  title(kind: 'questions' | 'issues'): string {
    const { draft, words } = this.making
    return filled(draft.random, draft.random.pick(words[kind]), draft.name())
  }

  moment(): Moment {
    return someMoment(this.making.draft).with(this.making.words.language)
  }

  /** Numbers such as commits have. */
  hash(length: number): string {
    const { random } = this.making.draft
    return random.times(length, () => '0123456789abcdef'[random.int(0, 15)]!).join('')
  }

  labels(max: number): string[] {
    const { random } = this.making.draft
    return random.some(this.making.code.labels, random.int(1, max))
  }

  tags(max = 5): string[] {
    const { random } = this.making.draft
    return random.some(this.making.code.tags, random.int(2, max))
  }

  /** Files of a release. */
  files(name: string, version: string, host: string): Asset[] {
    const { random } = this.making.draft
    const ends = [
      'linux-amd64.tar.gz',
      'darwin-arm64.zip',
      'windows-x64.exe',
      'aarch64.deb',
      'src.tar.xz',
      'SHA256SUMS.txt',
    ]
    return random.some(ends, random.int(2, 6)).map((end) => {
      const file = `${name}-${version}-${end}`
      const size = random.chance(0.3)
        ? `${random.int(2, 900)} KB`
        : `${random.int(1, 90)}.${random.int(1, 9)} MB`
      return { name: file, url: `https://${host}/files/${name}/${version}/${file}`, sizes: [size] }
    })
  }
}
