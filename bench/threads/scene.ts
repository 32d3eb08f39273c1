import type { Random } from '../newcomer/random.ts'
import { DATE_STYLES, isoTime, shownTime, timesOf, type DateStyle } from './dates.ts'
import type { Outside, Part, Post, Role } from './page.ts'
import { makeParts, type Length } from './parts.ts'
import { GAPLESS, type Labels, type Person, type Voice } from './voice.ts'

/** A post and what a template needs to write it. */
export interface DraftPost extends Post {
  index: number
  handle: string
  time: number
  /** For programs. */
  iso: string
  /** With day and time, for titles. */
  full: string
}

/** What posts a page is to have. */
export interface Shape {
  roles: (index: number) => Role
  length?: Length
  /** Whether posts may answer others than the first one. */
  isTree?: boolean
  /** Depth and parent of each post, where the page decides them. */
  parents?: (index: number, random: Random) => number | undefined
  hasVotes?: boolean
  /** Whether the page has posts without any author. */
  mayBeNameless?: boolean
  mayHaveNoDates?: boolean
  min?: number
  max?: number
  /** Kinds of parts besides paragraphs. */
  kinds?: readonly Part['kind'][]
  styles?: readonly DateStyle[]
}

const COUNTS = [1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8]
const GONE_SHARE = 0.03
const SAME_AUTHOR_SHARE = 0.25
const NAMELESS_PAGE_SHARE = 0.08
const NAME_MAX_TRIES = 50

/** A page in the making. */
export class Scene {
  readonly random: Random
  readonly voice: Voice
  readonly outside: Outside[] = []
  readonly neutral: string[] = []
  labels: (readonly [string, string])[] = []
  /** Set by what makes posts. */
  posts: DraftPost[] = []
  heading = ''
  articleAuthor = ''
  readonly number: number
  readonly #names = new Set<string>()

  constructor(random: Random, voice: Voice, number: number) {
    this.random = random
    this.voice = voice
    this.number = number
  }

  get l(): Labels {
    return this.voice.labels
  }

  get language(): string {
    return this.voice.writer.language
  }

  /** An invented word that the page does not have yet. */
  word(): string {
    for (let tries = 0; ; tries += 1) {
      const made = this.voice.writer.name(this.random)
      const name = tries < NAME_MAX_TRIES ? made : `${made}${this.#names.size}`
      if ([...this.#names].some((other) => other.includes(name) || name.includes(other))) continue
      this.#names.add(name)
      return name
    }
  }

  /** A sentence of a post. */
  sentence(): string {
    const { chat, writer } = this.voice
    const word = this.word()
    if (!this.random.chance(chat.length > 12 ? 0.85 : 0.4))
      return writer.sentence(this.random, word)
    return this.random.pick(chat).replace('#', word)
  }

  /** A few words of a title. */
  phrase(): string {
    return this.voice.writer.phrase(this.random, this.word())
  }

  /** Notes what nobody said, and returns it. */
  out(text: string, kind: Outside['kind'] = 'label'): string {
    this.outside.push({ kind, text })
    return text
  }

  /** Notes a text that may be kept or not, and returns it. */
  maybe(text: string): string {
    this.neutral.push(text)
    return text
  }

  /** Notes who wrote the article, and returns the name. */
  byline(name: string): string {
    this.articleAuthor = name
    return this.maybe(name)
  }

  /** What stands over a quotation; nothing where nobody is named. */
  wrote(name: string): string {
    return name === '' ? '' : this.maybe(this.l.wrote.replace('#', name))
  }

  /** Paragraphs of an article that the page is about. */
  article(min = 3, max = 8): string[] {
    return this.random.times(this.random.int(min, max), () => {
      const sentences = this.random.times(this.random.int(2, 4), () => this.articleSentence())
      return this.out(sentences.join(GAPLESS.has(this.language) ? '' : ' '), 'article')
    })
  }

  articleSentence(): string {
    return this.voice.writer.sentence(this.random, this.word())
  }

  /** Somebody; a name may stand on other pages as well. */
  person(): Person {
    const name = this.random.chance(0.55)
      ? this.random.pick(this.voice.people)
      : this.random.chance(0.5)
        ? `${this.word()} ${this.word()}`
        : this.word().toLowerCase() + this.random.pick(['', '', '_', '99', '7', '.dev'])
    const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    const handle = /[a-z0-9]/.test(plain) ? plain : `u${this.random.int(100, 99_999)}`
    return { name, handle: handle.replaceAll(/^-+|-+$/g, '') }
  }

  /** Makes the posts of the page. */
  say(shape: Shape): DraftPost[] {
    const { random } = this
    const least = shape.min ?? 1
    const count = Math.min(shape.max ?? 8, Math.max(least, random.pick(COUNTS)))
    const style = this.#style(shape)
    const isNameless =
      shape.mayBeNameless === true && style !== 'none' && random.chance(NAMELESS_PAGE_SHARE)
    const people = random.times(count, () => this.person())
    const times = timesOf(random, count)
    for (let index = 0; index < count; index += 1) {
      const role = shape.roles(index)
      const parent = this.#parent(shape, index)
      const person =
        index > 0 && random.chance(SAME_AUTHOR_SHARE)
          ? people[random.int(0, index - 1)]!
          : people[index]!
      people[index] = person
      const isGone = !isNameless && random.chance(GONE_SHARE)
      const gone = random.pick(this.voice.gone)
      const author = isNameless || isGone ? '' : person.name
      const time = times[index]!
      const quotable = this.posts.filter(
        (post) => post.author !== '' && post.parts[0]?.kind === 'paragraph',
      )
      const post: DraftPost = {
        index,
        author,
        aliases: isNameless ? [] : isGone ? [gone] : [person.handle, `@${person.handle}`],
        handle: person.handle,
        time,
        iso: isoTime(time),
        date: style === 'none' ? '' : isoTime(time).slice(0, 10),
        shown: shownTime(time, style, this.language),
        full: shownTime(time, 'long', this.language),
        parts: makeParts(this, shape, role, quotable),
        depth: parent === undefined ? 0 : this.posts[parent]!.depth + 1,
        ...(parent === undefined ? {} : { parent }),
        ...(shape.hasVotes === true ? { votes: this.#votes() } : {}),
        isAccepted: false,
        role,
      }
      this.posts.push(post)
    }
    return this.posts
  }

  #style(shape: Shape): DateStyle {
    const styles = shape.styles ?? DATE_STYLES.slice(0, -1)
    return shape.mayHaveNoDates === true && this.random.chance(0.12)
      ? 'none'
      : this.random.pick(styles)
  }

  #parent(shape: Shape, index: number): number | undefined {
    if (shape.parents) return shape.parents(index, this.random)
    if (shape.isTree !== true || index === 0 || this.random.chance(0.4)) return undefined
    return this.random.chance(0.6) ? index - 1 : this.random.int(0, index - 1)
  }

  #votes(): string {
    return this.random.chance(0.1)
      ? '0'
      : String(this.random.pick([1, 2, 3, 5, 8, 14, 27, 61, 140, 903]))
  }
}

/** What a page shows for the author of a post: the name, or that there is none any more. */
export function shownAuthor({ author, aliases }: Post): string {
  return author === '' ? (aliases.find((alias) => !alias.startsWith('@')) ?? '') : author
}
