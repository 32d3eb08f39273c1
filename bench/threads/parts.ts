import type { Random } from '../newcomer/random.ts'
import type { Part, Post, Role } from './page.ts'
import type { Voice } from './voice.ts'

/** How long posts are. */
export type Length = 'chat' | 'short' | 'long'

const SHORT_SHARE: Readonly<Record<Length, number>> = { chat: 0.3, short: 0.18, long: 0.1 }
const CODE_ONLY_SHARE = 0.04
const EXTRA_SHARE = 0.22
const QUOTE_SHARE = 0.16
const MENTION_SHARE = 0.06

/** Who makes up what is said. */
export interface Teller {
  random: Random
  voice: Voice
  sentence(): string
  phrase(): string
}

/** A post that others may quote or speak to. */
type Earlier = Pick<Post, 'author' | 'parts'> & { handle: string }

/** What one post says. */
export function makeParts(
  scene: Teller,
  { length = 'long', kinds = [] }: { length?: Length; kinds?: readonly Part['kind'][] },
  role: Role,
  others: readonly Earlier[],
): Part[] {
  const { random, voice } = scene
  const isFirst = others.length === 0 && role !== 'message'
  if (random.chance(isFirst ? SHORT_SHARE[length] / 4 : SHORT_SHARE[length])) {
    return [{ kind: 'paragraph', texts: [random.pick(voice.shorts)] }]
  }
  if (kinds.includes('code') && random.chance(CODE_ONLY_SHARE)) return [code(scene)]
  const parts: Part[] = []
  if (kinds.includes('quotation') && others.length > 0 && random.chance(QUOTE_SHARE)) {
    parts.push(quotation(scene, others))
  }
  const count =
    length === 'chat' ? 1 : random.pick(length === 'long' ? [1, 1, 2, 2, 3, 4] : [1, 1, 1, 2])
  for (let index = 0; index < count; index += 1) {
    const most = length === 'long' ? 4 : 2
    const sentences = random.times(random.int(1, most), () => scene.sentence())
    const [first, ...rest] = sentences
    const mentions = index === 0 && others.length > 0 && random.chance(MENTION_SHARE)
    const start = mentions ? `@${random.pick(others).handle} ${first!}` : first!
    parts.push({ kind: 'paragraph', texts: [start, ...rest] })
    if (random.chance(EXTRA_SHARE)) parts.push(...extra(scene, kinds))
  }
  return parts
}

function extra(scene: Teller, kinds: readonly Part['kind'][]): Part[] {
  const { random } = scene
  const may = kinds.filter((kind) => kind !== 'quotation' && kind !== 'paragraph')
  if (may.length === 0) return []
  const kind = random.pick(may)
  if (kind === 'code') return [code(scene)]
  if (kind === 'list') {
    return [{ kind, texts: random.times(random.int(2, 4), () => scene.phrase()) }]
  }
  return [
    { kind: 'heading', texts: [scene.phrase()] },
    { kind: 'paragraph', texts: [scene.sentence()] },
  ]
}

function code({ random, voice }: Teller): Part {
  const lines = random.some(voice.snippets, random.int(1, 4))
  const mark = random.int(1000, 99_999)
  return { kind: 'code', texts: [lines.join('\n').replaceAll('0', String(mark))] }
}

function quotation(scene: Teller, others: readonly Earlier[]): Part {
  const { random } = scene
  const other = random.pick(others)
  const isRepeated = random.chance(0.7)
  const text = isRepeated ? other.parts[0]!.texts[0]! : scene.sentence()
  const quoted = random.chance(0.75) ? other.author : ''
  return { kind: 'quotation', texts: [text], quoted, ...(isRepeated ? { isRepeated } : {}) }
}
