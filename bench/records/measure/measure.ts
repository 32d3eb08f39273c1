import { markdownToText } from '../../extract/plain.ts'
import { tokensOf } from '../../newcomer/measure.ts'
import type { RecordPage } from '../page.ts'
import { judgeFact, VOTES, type Verdict } from './facts.ts'
import { judgeMembers, type MemberField } from './members.ts'
import { OutputLines, type Frame, type Output } from './output.ts'
import { Words } from './words.ts'

/** A field of a page, with what became of it. */
export type FieldVerdict = MemberField

/** What a reading made of one page. */
export interface Measured {
  fields: readonly FieldVerdict[]
  bodyWords: number
  lostWords: number
  /** Texts of which words are lost. */
  lost: readonly string[]
  words: number
  noise: readonly string[]
}

/** Words of a text below which it may stand above the facts by chance. */
const BODY_MIN_WORDS = 6
/** What a reader may write of its own. */
const OWN_WORDS =
  'accepted yes install name type types default description parameters parameter arguments returns return raises throws exception source deprecated assets files size compare required optional state author published votes vote points point likes like'.split(
    ' ',
  )

/** Compares what a reader wrote with the truth about its page. */
export function measureRecord(page: RecordPage, written: Output): Measured {
  const output = new OutputLines(written)
  const fields: FieldVerdict[] = [
    { name: 'title', wanted: page.title, ...judgeTitle(page, output) },
  ]
  const posts = placePosts(page, output)
  const end = factsEnd(page, output)
  for (const fact of page.facts) {
    const said = posts.find(({ post }) => post.author === fact.inFrameOf)
    const frame = said?.frame ? `${said.frame.author} · ${said.frame.rest}` : ''
    const wanted = fact.values.map(([first]) => first).join(', ')
    fields.push({ name: fact.name, wanted, ...judgeFact(output, fact, end, frame) })
  }
  for (const command of page.installs) {
    fields.push({ name: 'install', wanted: command, ...judgeInstall(output, command) })
  }
  fields.push(
    ...judgePosts(posts),
    ...judgeRest(page, output),
    ...judgeMembers(output, page.members),
  )
  const counted = countWords(page, written)
  const [cut = ''] = counted.lost
  fields.push({
    name: 'whole text',
    wanted: cut,
    found: '',
    fate: cut === '' ? 'right' : 'missing',
  })
  return { fields, ...counted }
}

function judgeTitle({ title, facts }: RecordPage, output: OutputLines): Verdict {
  const head = output.lines.find(({ kind }) => kind === 'heading')?.text ?? ''
  const beside = facts
    .filter(({ inTitle }) => inTitle === true)
    .flatMap(({ values }) => values.flat())
  const isTitle = (text: string): boolean => {
    const given = tokensOf(text).join(' ')
    const wanted = tokensOf(title).join(' ')
    return (
      given === wanted ||
      ['', ...beside].some((more) => {
        const words = tokensOf(more).join(' ')
        return given === `${wanted} ${words}` || given === `${words} ${wanted}`
      })
    )
  }
  if (isTitle(head) || isTitle(output.title)) return { fate: 'right', found: '' }
  const isPart = tokensOf(output.title).join(' ').includes(tokensOf(title).join(' '))
  return { fate: isPart || output.has(title) ? 'loose' : 'wrong', found: head || output.title }
}

/** The number of the line in which the text begins: facts stand above it. */
function factsEnd({ kind, body, posts }: RecordPage, output: OutputLines): number {
  // What a package is for stands before its facts as well as after them.
  const texts = posts.length > 0 ? posts.map(({ opening }) => opening) : body
  const places = texts
    .slice(kind === 'package' ? 1 : 0)
    .filter((text) => tokensOf(text).length >= BODY_MIN_WORDS)
    .map((text) => output.find(text))
    .filter((place) => place >= 0)
  return Math.min(output.lines.length, ...places)
}

interface PlacedPost {
  post: RecordPage['posts'][number]
  /** Number of the line in which it begins, -1 where it is not there. */
  at: number
  frame: Frame | undefined
}

function placePosts({ posts }: RecordPage, output: OutputLines): PlacedPost[] {
  const places = posts.map(({ opening }) => output.find(opening))
  return posts.map((post, index) => {
    const at = places[index]!
    const before = Math.max(-1, ...places.filter((place) => place < at))
    const frame = output.frames.findLast((one) => one.at < at && one.at > before)
    return { post, at, frame: at < 0 ? undefined : frame }
  })
}

function judgePosts(placed: readonly PlacedPost[]): FieldVerdict[] {
  const fields: FieldVerdict[] = []
  const add = (name: string, wanted: string, found: string, isRight: boolean): void => {
    const fate = isRight ? 'right' : found === '' ? 'missing' : 'wrong'
    fields.push({ name, wanted, found: isRight ? '' : found, fate })
  }
  const answers = placed.filter(({ post }) => post.role === 'answer')
  for (const { post, frame } of placed) {
    const found = frame ? `${frame.author} · ${frame.rest}` : ''
    if (post.author !== '') add('said by', post.author, found, frame?.author === post.author)
    if (post.role === 'answer' && post.votes !== '') {
      const parts = (frame?.rest ?? '').split(/\s*·\s*/)
      const isRight = parts.some((part) => {
        const [number, unit = 'votes'] = part.replace(/^\+/, '').replace('−', '-').split(' ')
        return number === post.votes && VOTES.includes(unit)
      })
      add('answer votes', post.votes, found, isRight)
    }
  }
  const accepted = answers.find(({ post }) => post.isAccepted)
  if (accepted) {
    const isMarked = ({ frame }: PlacedPost): boolean => /\baccepted\b/.test(frame?.rest ?? '')
    const marked = answers.filter(isMarked).map(({ post }) => post.author)
    const isAlone = isMarked(accepted) && marked.length === 1
    add('accepted mark', accepted.post.author, marked.join(', '), isAlone)
    const places = answers.map(({ at }) => at).filter((at) => at >= 0)
    const isFirst = accepted.at >= 0 && accepted.at === Math.min(...places)
    add('accepted first', accepted.post.opening, accepted.at < 0 ? '' : 'not first', isFirst)
    const question = placed.find(({ post }) => post.role === 'question')
    if (question) {
      const isBefore = question.at >= 0 && places.every((at) => at > question.at)
      add('question first', question.post.opening, question.at < 0 ? '' : 'not first', isBefore)
    }
  }
  return fields
}

function judgeInstall({ lines, markdown }: OutputLines, command: string): Verdict {
  const wanted = oneLine(command)
  const codes = lines.filter(({ kind }) => kind === 'code').map(({ raw }) => raw)
  const isBlock = oneLine(codes.join('\n')).includes(wanted)
  const isLine = lines.some(
    ({ kind, codes: own, text }) =>
      (kind === 'text' || kind === 'item') &&
      own.some((code) => oneLine(code) === wanted && text.length <= code.length + LABEL_MAX_CHARS),
  )
  if (isBlock || isLine) return { fate: 'right', found: '' }
  return { fate: oneLine(markdown).includes(wanted) ? 'loose' : 'missing', found: '' }
}

/** Characters of a label beside a command. */
const LABEL_MAX_CHARS = 20

function oneLine(text: string): string {
  return text
    .replaceAll(/^\s*[$>]\s/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function judgeRest(page: RecordPage, output: OutputLines): FieldVerdict[] {
  const fields: FieldVerdict[] = []
  for (const event of page.events) {
    const at = output.find(event)
    const line = output.lines[at]
    const isUnder = at >= 0 && output.frames.some((frame) => frame.at < at)
    const raw = line?.raw.trim() ?? ''
    // A line that names who did it, or one in italics, is no text of a person.
    const isApart =
      /^(?:[-*+]\s+)?\*\*[^*]*[^:*]\*\*\s*[^:·\s]/.test(raw) || /^(?:\*(?!\*).*\*|_.*_)$/.test(raw)
    const isWrong = isUnder && !isApart
    fields.push({
      name: 'event',
      wanted: event,
      found: isWrong ? line!.text : '',
      fate: isWrong ? 'wrong' : 'right',
    })
  }
  for (const { name, url, sizes } of page.assets) {
    const linking = output.lines.filter(({ links }) => links.some((link) => link.url === url))
    const item = linking.find(
      ({ kind, links }) =>
        kind === 'item' && links.some((link) => link.url === url && link.text.includes(name)),
    )
    const fate = item
      ? 'right'
      : linking.length > 0
        ? 'loose'
        : output.has(name)
          ? 'wrong'
          : 'missing'
    fields.push({
      name: 'asset',
      wanted: `${name} ${url}`,
      found: fate === 'wrong' ? 'no link' : '',
      fate,
    })
    if (sizes.length > 0) {
      const isRight = sizes.some((size) => item?.text.replaceAll('\u00A0', ' ').includes(size))
      fields.push({
        name: 'asset size',
        wanted: `${name} ${sizes[0]!}`,
        found: '',
        fate: isRight ? 'right' : sizes.some((size) => output.has(size)) ? 'loose' : 'missing',
      })
    }
  }
  for (const { name, url } of page.links) {
    const isLinked = output.lines.some(({ links }) => links.some((link) => link.url === url))
    fields.push({ name, wanted: url, found: '', fate: isLinked ? 'right' : 'missing' })
  }
  return fields
}

function countWords(page: RecordPage, { markdown }: Output): Omit<Measured, 'fields'> {
  const words = new Words(markdownToText(markdown))
  const lost: string[] = []
  words.takeOnce(page.title)
  let bodyWords = 0
  let lostWords = 0
  for (const text of page.body.toSorted((a, b) => b.length - a.length)) {
    const missing = words.lost(text)
    bodyWords += tokensOf(text).length
    lostWords += missing
    if (missing > 0) lost.push(text)
  }
  for (const text of knownTexts(page).toSorted((a, b) => b.length - a.length)) words.takeAll(text)
  return { bodyWords, lostWords, lost, words: words.size, noise: words.rest() }
}

function knownTexts(page: RecordPage): string[] {
  const members = page.members.flatMap(({ name, signature, parameters, returns, raises }) => [
    name,
    signature,
    ...parameters.flatMap((one) => [one.name, one.type, one.default]),
    returns?.type ?? '',
    ...raises.map(({ type }) => type),
  ])
  return [
    page.title,
    ...page.neutral,
    ...page.facts.flatMap(({ labels, values, units, url }) => [
      ...labels,
      ...values.flat(),
      ...units,
      url ?? '',
    ]),
    ...page.installs,
    ...page.posts.map(({ author }) => author),
    ...page.posts.map(({ votes }) => votes),
    ...page.events,
    ...page.assets.flatMap(({ name, url, sizes }) => [name, url, ...sizes]),
    ...page.links.flatMap(({ name, url }) => [name, url]),
    ...members,
    ...OWN_WORDS,
  ]
}
