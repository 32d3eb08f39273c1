import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import { ClassPattern } from '../../markup/html/tree/class-names.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { namesOf } from './names.ts'
import type { Regions } from './region.ts'
import { textBetween } from './stamps.ts'

const VOTES_MAX_CHARS = 40
/** An element of so many nodes holds more than a count. */
const SHORT_MAX_NODES = 12
const NUMBER = /^[+−-]?\d[\d.,]*\s?[kK]?/
const CALLED = new Map<string, string>(
  (
    [
      ['votes', 'vote votes votecount upvote upvotes upvoter netvote voting'],
      ['points', 'score points karma'],
      ['likes', 'like likes likecount liked favorites favourites hearts'],
    ] as const
  ).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, unit])),
)
const NOT_VOTES = new ClassPattern(
  /reputation|rep\b|user|profile|member|author|rank|badge|stat|received|own|number|children/i,
)
const IN_TEXT = /^([+−-]?\d[\d.,]*k?)[\s\u00A0]+(points?|votes?|upvotes?|likes?)\b/i
const STATED = ['data-votes', 'data-score', 'score']
const ACCEPTED =
  /(?:^|[-_])(?:accepted|best-?answer|bestanswer|solution|is-?solved|selected-?answer)/i

/** The votes of each post such as `5 votes`, empty where it shows none. `isBody` marks what posts say. */
export function readVotes(
  { nodes, pieces, ownerOf, from, to }: Regions,
  isBody: Uint8Array,
): string[] {
  const votes: string[] = pieces.map(({ start }) => statedVotes(nodes[start]!))
  const places: number[] = pieces.map(() => 0)
  for (let id = from; id < to; id += 1) {
    const owner = ownerOf[id]!
    const node = nodes[id]!
    if (owner === -1 || node.isText || isBody[id] === 1 || places[owner]! > 0) continue
    const found = votesAt(nodes, node)
    if (found === '') continue
    votes[owner] = found
    places[owner] = 1
  }
  return votes
}

function statedVotes(node: TreeNode): string {
  if (node.isText) return ''
  for (const name of STATED) {
    const value = node.attributes[name]
    if (value !== undefined && /^-?\d{1,9}$/.test(value)) return countOf(value, 'points')
  }
  return ''
}

function votesAt(nodes: readonly TreeNode[], element: ElementNode): string {
  if (element.end - element.id >= SHORT_MAX_NODES) return ''
  if (element.classes?.matches(NOT_VOTES) === true) return ''
  const itemprop = (element.bits & Has.itemprop) === 0 ? '' : element.attributes['itemprop']!
  const unit = /\bupvoteCount\b/.test(itemprop) ? 'votes' : unitOf(element)
  if (unit === '' && !(element.first?.isText === true && /\d/.test(element.first.data))) return ''
  const text = textBetween(nodes, element.id + 1, element.end)
  if (text.length > VOTES_MAX_CHARS) return ''
  const named = IN_TEXT.exec(text)
  if (named)
    return countOf(
      named[1]!,
      named[2]!.toLowerCase().replace(/s?$/, 's').replace('upvotes', 'votes'),
    )
  const number = unit === '' ? null : NUMBER.exec(text)
  return number && number[0].length === text.length ? countOf(text, unit) : ''
}

function unitOf(element: ElementNode): string {
  for (const word of namesOf(element).words) {
    const unit = CALLED.get(word)
    if (unit !== undefined) return unit
  }
  return ''
}

function countOf(number: string, unit: string): string {
  const plain = number.trim().replace('−', '-')
  if (/^[+-]?0$/.test(plain)) return ''
  return `${plain} ${/^[+-]?1$/.test(plain) ? unit.slice(0, -1) : unit}`
}

/** Which posts are marked as the answer: what most posts carry is a control instead. */
export function readAccepted(
  { nodes, pieces, ownerOf, from, to }: Regions,
  isBody: Uint8Array,
): boolean[] {
  const own = pieces.map(({ start, end }) => {
    const node = nodes[start]!
    if (node.isText) return false
    const isAlone = node.parent?.first === node && node.parent.end <= end + 1
    return isAccepted(node) || (isAlone && isAccepted(node.parent!))
  })
  if (own.some(Boolean)) return own
  const inside = pieces.map(() => false)
  for (let id = from; id < to; id += 1) {
    const node = nodes[id]!
    const owner = ownerOf[id]!
    if (owner !== -1 && !node.isText && isBody[id] === 0 && isAccepted(node)) inside[owner] = true
  }
  const count = inside.filter(Boolean).length
  return count <= pieces.length / 2 || pieces.length === 1 ? inside : own
}

function isAccepted({ attributes, bits, classes }: ElementNode): boolean {
  const isStated = (bits & Has.itemprop) !== 0 && attributes['itemprop'] === 'acceptedAnswer'
  return isStated || classes?.derive(areAccepted) === true
}

function areAccepted(classes: string): boolean {
  return classes.length < 300 && classes.split(/\s+/).some((name) => ACCEPTED.test(name))
}
