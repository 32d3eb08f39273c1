import type { AnyOperation } from '../../contract/operation.ts'
import { foldName, nearestName } from '../../lib/nearest-name.ts'
import { NearWishes } from './near-wishes.ts'
import { isSameStem, Lexicon, NO_PURPOSES, type Purposes } from './wish-words.ts'

/** Words of a question that count; further ones are not looked at. */
const WORDS_MAX_COUNT = 16

/** What a word counts for, by where it stands. */
const WEIGHTS = { name: 4, purpose: 4, title: 3, description: 1.5, field: 0.5 } as const

/** What a tool counts for against a rarer one that fits as well. */
const TIER_SHARES = { core: 1.15, standard: 1.15, more: 1 } as const

/** What a name counts for besides, all of whose words are meant. */
const WHOLE_NAME_SHARE = 0.4

/** Tools that fit much worse than the best one only distract. */
const WORST_SHARE = 0.3

/** Part of a question, by how rare its words are, that the best tool knows: with less, it is about something else. */
const KNOWN_MIN_SHARE = 0.42

/** What a wish counts for that is like one whose tool is known, if they are the same. */
const LIKENESS_WEIGHT = 45

/** Likeness from which on two wishes are for the same. */
const LIKENESS_SURE = 0.6

/** What a form of a word counts for against the word itself. */
const STEM_SHARE = 0.7

/** Tools that fit a question. */
export interface Found {
  tools: AnyOperation[]
  /** Whether they do what the words say, as far as that can be told; else these are only the nearest. */
  isSure: boolean
}

/** What one tool says of itself, by the notions of its words. */
interface Entry {
  tool: AnyOperation
  words: ReadonlyMap<string, number>
  name: readonly (readonly string[])[]
}

/**
 * The tools that fit some words, best first: those that are named, else by how many of the words, and how rare ones, they have.
 */
export function searchTools(
  tools: readonly AnyOperation[],
  query: string,
  purposes: Purposes = NO_PURPOSES,
): Found {
  const named = namedIn(tools, query)
  if (named.length > 0) return { tools: named, isSure: true }
  const lexicon = Lexicon.of(purposes)
  const meant = new Map(lexicon.read(query, true).map((notions) => [notions.join(' '), notions]))
  const wishes = [...meant.values()].slice(0, WORDS_MAX_COUNT)
  const entries = tools.map((tool) => entryOf(tool, purposes))
  const likeness = NearWishes.of(purposes).likenessTo(query)
  for (const { name, title } of tools) {
    if (foldName(title) === foldName(query)) likeness.set(name, 1)
  }
  const found = rank(entries, { wishes, usual: new Set(purposes.usual?.split(' ')), likeness })
  if (found.tools.length > 0) return found
  const near = nearestName(
    query.trim(),
    tools.map(({ name }) => name),
  )
  return { tools: tools.filter(({ name }) => name === near), isSure: true }
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

/** How well a tool fits, and which part of the question it knows. */
interface Fit {
  score: number
  known: number
}

/** A question for tools, as its words and as a whole. */
interface Sought {
  /** The words of the question, each the notions that it may stand for. */
  wishes: readonly (readonly string[])[]
  usual: ReadonlySet<string>
  /** How like the question wishes are whose tools are known, by those. */
  likeness: ReadonlyMap<string, number>
}

function rank(entries: readonly Entry[], { wishes, usual, likeness }: Sought): Found {
  const fits = new Map(entries.map((entry): [Entry, Fit] => [entry, { score: 0, known: 0 }]))
  const rarest = Math.log(1 + entries.length)
  let whole = 0
  for (const notions of wishes) {
    const weights = entries.map(({ words }) => notions.map((notion) => weightIn(words, notion)))
    const counts = notions.map((_, at) => weights.filter((own) => (own[at] ?? 0) > 0).length)
    const rarities = counts.map((count) =>
      count === 0 ? rarest : Math.log(1 + entries.length / count),
    )
    whole += Math.max(...rarities)
    for (const [index, entry] of entries.entries()) {
      const values = (weights[index] ?? []).map((weight, at) => weight * (rarities[at] ?? 0))
      const best = values.indexOf(Math.max(...values))
      const fit = fits.get(entry)
      if (!fit || (values[best] ?? 0) === 0) continue
      fit.score += values[best] ?? 0
      if ((weights[index]?.[best] ?? 0) >= WEIGHTS.description) fit.known += rarities[best] ?? 0
    }
  }
  const scored = [...fits].map(([entry, { score, known }]) => {
    const like = likeness.get(entry.tool.name) ?? 0
    return {
      tool: entry.tool,
      known,
      like,
      score: score * shareOf(entry, wishes, usual) + like * LIKENESS_WEIGHT,
    }
  })
  const ranked = scored
    .filter(({ known, like }) => known > 0 || like > 0)
    .toSorted((a, b) => b.score - a.score)
  const [best = { score: 0, known: 0, like: 0 }] = ranked
  const fitting = ranked.filter(({ score }) => score >= best.score * WORST_SHARE)
  return {
    tools: fitting.map(({ tool }) => tool),
    isSure: best.known >= whole * KNOWN_MIN_SHARE || best.like >= LIKENESS_SURE,
  }
}

function shareOf(
  { tool, name }: Entry,
  wishes: readonly (readonly string[])[],
  usual: ReadonlySet<string>,
): number {
  const notionsMeant = new Set(wishes.flat())
  const isMeant = (notions: readonly string[]) => notions.some((notion) => notionsMeant.has(notion))
  const counted = name.filter(
    (notions) => isMeant(notions) || !notions.some((notion) => usual.has(notion)),
  )
  const meant = counted.filter(isMeant)
  const whole = 1 + (WHOLE_NAME_SHARE * meant.length) / Math.max(1, counted.length)
  return TIER_SHARES[tool.tier ?? 'core'] * whole
}

const entriesOf = new WeakMap<Purposes, WeakMap<AnyOperation, Entry>>()

function entryOf(tool: AnyOperation, purposes: Purposes): Entry {
  const entries = entriesOf.get(purposes) ?? new WeakMap<AnyOperation, Entry>()
  entriesOf.set(purposes, entries)
  const known = entries.get(tool) ?? readTool(tool, purposes)
  entries.set(tool, known)
  return known
}

function readTool(tool: AnyOperation, purposes: Purposes): Entry {
  const lexicon = Lexicon.of(purposes)
  const words = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const notion of lexicon.read(text).flat()) {
      words.set(notion, Math.max(weight, words.get(notion) ?? 0))
    }
  }
  add(tool.name, WEIGHTS.name)
  add(purposes.tools[tool.name] ?? '', WEIGHTS.purpose)
  add(tool.title, WEIGHTS.title)
  add(tool.description.replace(FOR_WHOM, ''), WEIGHTS.description)
  add([tool.toolset, ...Object.keys(tool.input.shape)].join(' '), WEIGHTS.field)
  return { tool, words, name: lexicon.read(tool.name) }
}

/** Who may use a tool says nothing of what it does. */
const FOR_WHOM = /\bFor (?:its author and )?(?:administrators|owners)\.?$/

function weightIn(words: ReadonlyMap<string, number>, notion: string): number {
  const exact = words.get(notion)
  if (exact !== undefined) return exact
  let best = 0
  for (const [word, weight] of words) {
    if (isSameStem(word, notion)) best = Math.max(best, weight * STEM_SHARE)
  }
  return best
}
