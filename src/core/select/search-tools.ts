import type { AnyOperation } from '../../contract/operation.ts'
import { foldName, nearestName } from '../../lib/nearest-name.ts'

/** Words of a question that count; further ones are not looked at. */
const WORDS_MAX_COUNT = 16

/** What a word counts for, by where it stands. */
const WEIGHTS = { name: 4, title: 3, description: 2, field: 1 } as const

/** Tools that fit much worse than the best one only distract. */
const WORST_SHARE = 0.3

/** What one tool says of itself, word by word. */
interface Entry {
  tool: AnyOperation
  words: ReadonlyMap<string, number>
}

/** The tools that fit some words, best first: those that are named, else by how many of the words, and how rare ones, they have. */
export function searchTools(tools: readonly AnyOperation[], query: string): AnyOperation[] {
  const named = namedIn(tools, query)
  if (named.length > 0) return named
  const queryWords = [...new Set(wordsOf(query))].slice(0, WORDS_MAX_COUNT)
  const entries = tools.map(entryOf)
  const found = rank(entries, queryWords)
  if (found.length > 0) return found
  const near = nearestName(
    query.trim(),
    tools.map(({ name }) => name),
  )
  return tools.filter(({ name }) => name === near)
}

/** The tools of which a query is a list of names. */
function namedIn(tools: readonly AnyOperation[], query: string): AnyOperation[] {
  const parts = query.split(/[\s,;]+/).filter(Boolean)
  const byName = new Map(tools.map((tool) => [foldName(tool.name), tool]))
  const found = parts.map((part) => byName.get(foldName(part)))
  const named = found.filter((tool) => tool !== undefined)
  // Many names are words of every day: one among others is no name.
  return named.length === parts.length ? [...new Set(named)] : []
}

function rank(entries: readonly Entry[], queryWords: readonly string[]): AnyOperation[] {
  const scores = new Map<AnyOperation, number>()
  for (const word of queryWords) {
    const hits = entries
      .map(({ tool, words }) => ({ tool, weight: weightIn(words, word) }))
      .filter(({ weight }) => weight > 0)
    const rarity = Math.log(1 + entries.length / hits.length)
    for (const { tool, weight } of hits) {
      scores.set(tool, (scores.get(tool) ?? 0) + weight * rarity)
    }
  }
  const ranked = [...scores].toSorted(([, a], [, b]) => b - a)
  const least = (ranked[0]?.[1] ?? 0) * WORST_SHARE
  return ranked.filter(([, score]) => score >= least).map(([tool]) => tool)
}

function entryOf(tool: AnyOperation): Entry {
  const words = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) words.set(word, Math.max(weight, words.get(word) ?? 0))
  }
  add(tool.name, WEIGHTS.name)
  add(tool.title, WEIGHTS.title)
  add(tool.description, WEIGHTS.description)
  add([tool.toolset, ...Object.keys(tool.input.shape)].join(' '), WEIGHTS.field)
  return { tool, words }
}

function weightIn(words: ReadonlyMap<string, number>, queryWord: string): number {
  const exact = words.get(queryWord)
  if (exact !== undefined) return exact
  let best = 0
  for (const [word, weight] of words) {
    if (isSameStem(word, queryWord)) best = Math.max(best, weight * STEM_SHARE)
  }
  return best
}

/** What a form of a word counts for against the word itself. */
const STEM_SHARE = 0.7

/** Shorter beginnings are those of too many words. */
const STEM_MIN_CHARS = 4

/** Longer endings make another word: `mark` and `markdown`. */
const ENDING_MAX_CHARS = 3

/** Whether one word begins the other: `message` and `messages`, `edit` and `editing`. */
function isSameStem(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const isEnding = long.length - short.length <= ENDING_MAX_CHARS
  return isEnding && short.length >= STEM_MIN_CHARS && long.startsWith(short)
}

/** Words that say nothing of a tool. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by for from how i in into is it my of on or that the this to tool tools want what which with'.split(
    ' ',
  ),
)

function wordsOf(text: string): string[] {
  const words = text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word.length > 1 && !EMPTY_WORDS.has(word))
}
