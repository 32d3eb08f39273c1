import type { Post, ThreadPage } from './page.ts'
import { readMarkdown, wordsOf, type Frame, type LineSigns } from './read-markdown.ts'
import { ShownWords } from './shown-words.ts'

/** What went wrong on a page. */
export interface Failure {
  kind:
    | 'wrong name'
    | 'outside under a name'
    | 'lost'
    | 'partly lost'
    | 'no name'
    | 'merged'
    | 'noise'
    | 'order'
    | 'depth'
    | 'votes'
    | 'accepted'
    | 'date'
    | 'article lost'
  text: string
}

/** Sums that are compared; those of several pages are added up. */
export interface Counts {
  posts: number
  /** Posts that the page names an author of, and of which at least half is there. */
  foundAuthored: number
  named: number
  /** Posts under the frame of another post. */
  merged: number
  lost: number
  partly: number
  words: number
  /** Words of posts under the name of somebody else. */
  wrongWords: number
  /** Words that nobody said under a frame. */
  outsideWords: number
  /** Words of posts with an author under no name. */
  unnamedWords: number
  /** Words that nobody said under no frame, those of the article not counted. */
  noiseWords: number
  articleWords: number
  articleLost: number
  accepted: number
  acceptedRight: number
  acceptedFalse: number
  votes: number
  votesRight: number
  votesFalse: number
  dates: number
  datesRight: number
  placed: number
  depthRight: number
  outOfOrder: number
}

/** What an extraction made of one page. */
export interface Measured extends Counts {
  failures: readonly Failure[]
}

/** What a page itself writes in bold. */
const BOLD = /<(?:b|strong)(?: [^>]*)?>([^<]{1,60})</g
const EXCERPT_MAX_CHARS = 90
/** Share of the words of a post below which it is lost. */
const FOUND_MIN_SHARE = 0.5

/** Compares Markdown with what the page says by whom. */
export function measureThread(page: ThreadPage, markdown: string): Measured {
  const shown = readMarkdown(markdown, signsOf(page))
  const { frames } = shown
  const words = new ShownWords(shown.words)
  const counts = { ...NO_COUNTS, posts: page.posts.length, words: shown.words.length }
  const failures: Failure[] = []
  const fail = (kind: Failure['kind'], text: string): void => {
    failures.push({ kind, text: text.replaceAll(/\s+/g, ' ').slice(0, EXCERPT_MAX_CHARS) })
  }
  const finds = findPosts(page, words, frames)
  const claimed = new Set<number>()
  let last = -1
  finds.forEach(({ places, repeated, total }, index) => {
    const post = page.posts[index]!
    const text = excerptOf(post)
    const frame = mostOf(places.map((place) => shown.words[place]!.frame))
    for (const place of [...places, ...repeated]) {
      const over = frames[shown.words[place]!.frame]
      if (!over || over.author === '') counts.unnamedWords += post.author === '' ? 0 : 1
      else if (!isRight(over.author, post)) counts.wrongWords += 1
    }
    const wrong = [...places, ...repeated].find((place) => {
      const over = frames[shown.words[place]!.frame]
      return over && over.author !== '' && !isRight(over.author, post)
    })
    if (wrong !== undefined) {
      const name = frames[shown.words[wrong]!.frame]!.author
      fail('wrong name', `“${name}” over ${post.author || 'nobody'}: ${text}`)
    }
    if (total > 0 && places.length < FOUND_MIN_SHARE * total) {
      counts.lost += 1
      fail('lost', `${post.author}: ${text}`)
      return
    }
    if (places.length < total) {
      counts.partly += 1
      fail('partly lost', `${post.author}: ${places.length} of ${total} words: ${text}`)
    }
    const place = places.length > 0 ? Math.min(...places) : last
    if (place < last) {
      counts.outOfOrder += 1
      fail('order', text)
    }
    last = Math.max(last, place)
    const over = frames[frame]
    if (post.author !== '') {
      counts.foundAuthored += 1
      if (over && isRight(over.author, post)) counts.named += 1
      else if (!over || over.author === '') fail('no name', `${post.author}: ${text}`)
    }
    if (!over) return
    if (claimed.has(frame) && post.continues === true) return
    if (claimed.has(frame)) {
      counts.merged += 1
      fail('merged', `${post.author}: ${text}`)
      return
    }
    claimed.add(frame)
    if (page.form !== 'labelled') judgeFrame(post, over, counts, fail)
  })
  if (page.form !== 'labelled') judgeDepths(page, finds, shown.words, frames, counts, fail)
  takeOutside(page, words, frames, counts, fail)
  const rest = words.rest()
  const under = rest.filter(({ frame }) => frame >= 0 && page.form !== 'labelled')
  const beside = rest.filter(({ frame }) => frame < 0 || page.form === 'labelled')
  counts.outsideWords += under.length
  counts.noiseWords += beside.length
  if (under.length > 0) fail('outside under a name', said(under))
  if (beside.length > 0) fail('noise', said(beside))
  return { ...counts, failures }
}

/** Compares Markdown that was asked for without comments: the article is wanted, what readers say is noise. */
export function measureArticle(page: ThreadPage, markdown: string): Measured {
  const bare = { ...page, posts: [] }
  const known = signsOf(page)
  const shown = readMarkdown(markdown, known)
  const words = new ShownWords(shown.words)
  const counts = { ...NO_COUNTS, words: shown.words.length }
  const failures: Failure[] = []
  takeOutside(bare, words, shown.frames, counts, (kind, text) => failures.push({ kind, text }))
  const rest = words.rest()
  counts.noiseWords = rest.length
  if (rest.length > 0) failures.push({ kind: 'noise', text: said(rest) })
  return { ...counts, failures }
}

/** Nothing counted yet. */
export const NO_COUNTS: Counts = {
  posts: 0,
  foundAuthored: 0,
  named: 0,
  merged: 0,
  lost: 0,
  partly: 0,
  words: 0,
  wrongWords: 0,
  outsideWords: 0,
  unnamedWords: 0,
  noiseWords: 0,
  articleWords: 0,
  articleLost: 0,
  accepted: 0,
  acceptedRight: 0,
  acceptedFalse: 0,
  votes: 0,
  votesRight: 0,
  votesFalse: 0,
  dates: 0,
  datesRight: 0,
  placed: 0,
  depthRight: 0,
  outOfOrder: 0,
}

interface Find {
  /** Places of the words that were found. */
  places: number[]
  /** Places of words that an earlier post says as well, which count in no total. */
  repeated: number[]
  total: number
}

/** Finds what each post says: long texts first, and each under its own name where it stands there. */
function findPosts(page: ThreadPage, words: ShownWords, frames: readonly Frame[]): Find[] {
  const finds = page.posts.map((): Find => ({ places: [], repeated: [], total: 0 }))
  const texts = page.posts.flatMap(({ parts }, post) =>
    parts.flatMap(({ isRepeated = false, texts: own }) =>
      own.map((text): Wanted => ({ post, isRepeated, wanted: wordsOf(text) })),
    ),
  )
  const isOwn = (post: number) => (frame: number) =>
    frames[frame] !== undefined && isRight(frames[frame].author, page.posts[post]!)
  const note = ({ post, isRepeated }: Wanted, places: readonly number[]): boolean => {
    finds[post]![isRepeated ? 'repeated' : 'places'].push(...places)
    return places.length > 0
  }
  const groups = new Map<string, Wanted[]>()
  for (const text of texts.toSorted((one, other) => other.wanted.length - one.wanted.length)) {
    if (!text.isRepeated) finds[text.post]!.total += text.wanted.length
    const key = text.wanted.join(' ')
    groups.set(key, [...(groups.get(key) ?? []), text])
  }
  const left: Wanted[] = []
  for (const group of groups.values()) {
    const open = group.filter((text) => !note(text, words.take(text.wanted, isOwn(text.post))))
    for (const text of open.toSorted(
      (one, other) => Number(one.isRepeated) - Number(other.isRepeated),
    )) {
      if (!note(text, words.take(text.wanted)) && !text.isRepeated) left.push(text)
    }
  }
  for (const text of left) note(text, words.takeRuns(text.wanted, isOwn(text.post)))
  return finds
}

interface Wanted {
  post: number
  isRepeated: boolean
  wanted: string[]
}

function takeOutside(
  page: ThreadPage,
  words: ShownWords,
  frames: readonly Frame[],
  counts: Counts,
  fail: (kind: Failure['kind'], text: string) => void,
): void {
  const isOther = (frame: number): boolean =>
    frame >= 0 &&
    (page.articleAuthor === '' ||
      plainName(frames[frame]!.author) !== plainName(page.articleAuthor))
  for (const { kind, text } of page.outside) {
    if (kind !== 'article') continue
    const wanted = wordsOf(text)
    const whole = words.take(wanted)
    const places = whole.length > 0 ? whole : words.takeRuns(wanted)
    counts.articleWords += wanted.length
    counts.articleLost += wanted.length - places.length
    if (places.length < wanted.length) fail('article lost', text.slice(0, EXCERPT_MAX_CHARS))
    const under = places.filter((place) => isOther(words.frameAt(place))).length
    if (under > 0 && page.form !== 'labelled') {
      counts.outsideWords += under
      fail('outside under a name', text.slice(0, EXCERPT_MAX_CHARS))
    }
  }
  const heads = page.posts.flatMap(({ author, aliases, shown, date }) => [
    author,
    ...aliases,
    shown,
    date,
  ])
  const labels = page.labels.map(([label]) => label)
  const others = [page.heading, ...page.neutral, ...labels, ...heads]
  const ordered = others.map(wordsOf).toSorted((one, other) => other.length - one.length)
  for (const wanted of ordered) words.takeAll(wanted)
}

type Fail = (kind: Failure['kind'], text: string) => void

function judgeFrame(post: Post, { rest }: Frame, counts: Counts, fail: Fail): void {
  const votes = rest.map((part) => /^([+-]?\d[\d.,]*k?) (?:votes?|points?|likes?)$/.exec(part)?.[1])
  const given = votes.find((count) => count !== undefined)
  if (post.votes !== undefined && post.votes !== '0') {
    counts.votes += 1
    if (given === post.votes) counts.votesRight += 1
    else fail('votes', `${given ?? 'none'} for ${post.votes}: ${excerptOf(post)}`)
  } else if (given !== undefined && given !== '0') {
    counts.votesFalse += 1
    fail('votes', `${given} for none: ${excerptOf(post)}`)
  }
  const isMarked = rest.includes('accepted')
  if (post.isAccepted) {
    counts.accepted += 1
    if (isMarked) counts.acceptedRight += 1
    else fail('accepted', `not marked: ${excerptOf(post)}`)
  } else if (isMarked) {
    counts.acceptedFalse += 1
    fail('accepted', `marked: ${excerptOf(post)}`)
  }
  if (post.date === '' || post.continues === true) return
  counts.dates += 1
  const isDated = rest.some((part) => isDateOf(part, post))
  if (isDated) counts.datesRight += 1
  else fail('date', `${rest[0] ?? 'none'} for ${post.date}, ${post.shown}`)
}

function isDateOf(part: string, { date, shown }: Post): boolean {
  const words = wordsOf(part).join(' ')
  return part === date || (words !== '' && wordsOf(shown).join(' ').startsWith(words))
}

/** A post must stand deeper than the one that it answers, and no other that it does not answer may be between. */
function judgeDepths(
  page: ThreadPage,
  finds: readonly Find[],
  words: readonly { frame: number }[],
  frames: readonly Frame[],
  counts: Counts,
  fail: Fail,
): void {
  const own = finds.map(({ places }) => mostOf(places.map((place) => words[place]!.frame)))
  page.posts.forEach((post, index) => {
    const frame = own[index]!
    if (frame < 0 || index === 0) return
    counts.placed += 1
    let above = frame - 1
    while (above >= 0 && frames[above]!.depth >= frames[frame]!.depth) above -= 1
    const isRightPlace =
      post.parent === undefined
        ? above < 0 || above === own[0] || frames[above]!.author === page.articleAuthor
        : above === own[post.parent] && above >= 0
    if (isRightPlace) counts.depthRight += 1
    else fail('depth', `${frames[frame]!.depth} for ${post.depth}: ${excerptOf(post)}`)
  })
}

/** Whether a name over a post is that of its author, perhaps with the handle. */
function isRight(name: string, { author, aliases }: Post): boolean {
  const known = [author, ...aliases].filter((one) => one !== '')
  const plain = plainName(name)
  if (known.some((one) => plainName(one) === plain)) return true
  const all = wordsOf(known.join(' '))
  const given = wordsOf(name)
  return (
    author !== '' &&
    given.length > 0 &&
    given.every((word) => all.includes(word)) &&
    wordsOf(author).every((word) => given.includes(word))
  )
}

/** What pages write behind a name, which makes it none of somebody else. */
const SAYING = /\s(?:said|says|wrote|writes|commented)[.:…]*$/i

function plainName(name: string): string {
  return name
    .replace(SAYING, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/:$/, '')
    .trim()
}

function signsOf(page: ThreadPage): LineSigns {
  const texts = page.posts
    .flatMap(({ parts }) => parts.flatMap((part) => part.texts))
    .concat(page.outside.filter(({ kind }) => kind === 'article').map(({ text }) => text))
  const saidTexts = new Set(texts.map((text) => wordsOf(text).join(' ')))
  const authors = new Set(
    page.posts.flatMap(({ author, aliases }) => [author, ...aliases].map(plainName)),
  )
  const nameless = page.posts.filter(({ author, date }) => author === '' && date !== '')
  const bold = new Set([...page.html.matchAll(BOLD)].map(([, text]) => plainName(text!)))
  return {
    isSaid: (text) => saidTexts.has(wordsOf(text).join(' ')),
    isNameless: (text) => nameless.some((post) => isDateOf(text.split(' · ')[0]!, post)),
    labels: new Map(page.labels.toSorted(([one], [other]) => other.length - one.length)),
    isAuthor: (text) => authors.has(plainName(text)),
    isBold: (text) => bold.has(plainName(text)),
  }
}

function mostOf(values: readonly number[]): number {
  const counted = new Map<number, number>()
  for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1)
  return [...counted].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? -1
}

function excerptOf({ parts }: Post): string {
  return parts.flatMap(({ texts }) => texts).join(' ')
}

function said(words: readonly { word: string }[]): string {
  return words
    .slice(0, 20)
    .map(({ word }) => word)
    .join(' ')
}
