import { badInput } from '../failures.ts'
import { SIGNATURE_MAX_CHARS } from '../limits.ts'

/** A type of a parameter, as encoders take it. */
export interface Parameter {
  /** With all its brackets: `uint256`, `tuple[]`. */
  type: string
  name?: string
  components?: readonly Parameter[]
}

/** A function of a contract, as its signature says it. */
export interface FunctionSignature {
  name: string
  inputs: readonly Parameter[]
  /** Undefined where the signature does not say. */
  outputs: readonly Parameter[] | undefined
  /** Names of types alone, as the selector is made of: `balanceOf(address)`. */
  canonical: string
}

/** Types within a signature, tuples included. */
const TYPES_MAX_COUNT = 64

/** Tuples and arrays within each other. */
const DEPTH_MAX = 6

const HINT =
  'Write it as in Solidity: balanceOf(address owner) view returns (uint256). A tuple is its fields in brackets: (address to, uint256 amount)[].'

/** Words that say where a value is kept, and nothing of its type. */
const PLACES: ReadonlySet<string> = new Set(['memory', 'calldata', 'storage', 'indexed', 'payable'])

/** Words behind the parameters that change nothing here. */
const HARMLESS: ReadonlySet<string> = new Set([
  'view',
  'pure',
  'external',
  'public',
  'virtual',
  'override',
])

/**
 * Reads a signature in words, as Solidity writes it or as `name(inputs)(outputs)`. Throws `invalid_input` for what is none, and for
 * functions that are not for reading.
 */
export function readSignature(text: string): FunctionSignature {
  if (text.length > SIGNATURE_MAX_CHARS) throw bad('is too long')
  const words = new Words(text)
  if (words.next === 'function') words.take()
  const name = words.take()
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) throw bad('names no function')
  const inputs = readParameters(words, 0)
  let outputs: readonly Parameter[] | undefined
  for (let word = words.next; word !== undefined; word = words.next) {
    if (word === '(' && outputs === undefined) outputs = readParameters(words, 0)
    else if (word === 'returns' && outputs === undefined) {
      words.take()
      outputs = readParameters(words, 0)
    } else if (word === 'payable' || word === 'nonpayable') {
      throw bad('is of a function that changes something: only view and pure ones can be read')
    } else if (HARMLESS.has(word) || word === ';') words.take()
    else throw bad('has something behind its parameters that is not understood')
  }
  return { name, inputs, outputs, canonical: `${name}(${inputs.map(canonicalType).join(',')})` }
}

/** A parameter without names: encoders then take and give tuples as lists, whatever somebody calls a field. */
export function bare({ type, components }: Parameter): Parameter {
  return components ? { type, components: components.map(bare) } : { type }
}

/** The parts of a signature, from left to right. */
class Words {
  readonly #words: readonly string[]
  #at = 0
  types = 0

  constructor(text: string) {
    this.#words = text.match(/[\w$]+|\[\d*\]|[^\s\w$]/g) ?? []
  }

  get next(): string | undefined {
    return this.#words[this.#at]
  }

  take(): string {
    this.#at += 1
    return this.#words[this.#at - 1] ?? ''
  }
}

function readParameters(words: Words, depth: number): readonly Parameter[] {
  if (words.take() !== '(') throw bad('lacks a bracket')
  const parameters: Parameter[] = []
  if (words.next === ')') {
    words.take()
    return parameters
  }
  for (;;) {
    parameters.push(readParameter(words, depth + 1))
    const end = words.take()
    if (end === ')') return parameters
    if (end !== ',') throw bad('lacks a comma or a bracket')
  }
}

function readParameter(words: Words, depth: number): Parameter {
  words.types += 1
  if (words.types > TYPES_MAX_COUNT || depth > DEPTH_MAX) throw bad('has too many types')
  if (words.next === 'tuple') words.take()
  const components = words.next === '(' ? readParameters(words, depth) : undefined
  // Without a field, a list of them could be endless and take no byte.
  if (components?.length === 0) throw bad('has a tuple without fields')
  let type = components ? 'tuple' : elementaryType(words.take())
  let brackets = 0
  while (words.next?.startsWith('[')) {
    const bracket = words.take()
    brackets += 1
    if (!/^\[(?:[1-9]\d{0,3})?\]$/.test(bracket) || depth + brackets > DEPTH_MAX) {
      throw bad('has an array that cannot be read')
    }
    type += bracket
  }
  while (PLACES.has(words.next ?? '')) words.take()
  const name = /^[A-Za-z_$][\w$]*$/.test(words.next ?? '') ? words.take() : undefined
  return { type, ...(name === undefined ? {} : { name }), ...(components ? { components } : {}) }
}

function elementaryType(word: string): string {
  if (word === 'uint' || word === 'int') return `${word}256`
  const [, kind, size = ''] = /^(u?int|bytes)(\d{1,3})$/.exec(word) ?? []
  const count = Number(size)
  const isSized =
    kind === 'bytes'
      ? count >= 1 && count <= 32
      : kind !== undefined && count >= 8 && count <= 256 && count % 8 === 0
  if (isSized && String(count) === size) return word
  if (['address', 'bool', 'string', 'bytes'].includes(word)) return word
  throw bad('has a type that is unknown')
}

/** A type as selectors are made of: tuples by their fields. */
function canonicalType({ type, components }: Parameter): string {
  if (!components) return type
  return `(${components.map(canonicalType).join(',')})${type.slice('tuple'.length)}`
}

function bad(why: string): Error {
  return badInput('invalid_input', `The signature ${why}.`, HINT)
}
