import { encodeAbiParameters, keccak256, toBytes } from 'viem/utils'
import { isRecord } from '../../lib/is-record.ts'
import { parseAddress } from '../address.ts'
import { badInput } from '../failures.ts'
import { type Hex, isHex } from '../hex.ts'
import { CONTRACT_CALL_MAX_BYTES } from '../limits.ts'
import { bare, type FunctionSignature, type Parameter } from './signature.ts'

/** First bytes of call data, which name a function. */
export function selectorOf({ canonical }: Pick<FunctionSignature, 'canonical'>): Hex {
  return keccak256(toBytes(canonical)).slice(0, 10) as Hex
}

/** Call data of a function with these arguments. Throws `invalid_input`, `not_an_address`, `bad_checksum`. */
export function encodeCall(signature: FunctionSignature, args: readonly unknown[]): Hex {
  const { inputs } = signature
  if (args.length !== inputs.length) {
    throw badArgument('args', `a list of ${inputs.length}, as the signature has`)
  }
  const values = inputs.map((input, index) => valueOf(input, args[index], `args[${index}]`))
  const data =
    `${selectorOf(signature)}${encodeAbiParameters(inputs.map(bare), values).slice(2)}` as const
  if (data.length / 2 > CONTRACT_CALL_MAX_BYTES) {
    throw badArgument('args', `at most ${CONTRACT_CALL_MAX_BYTES} bytes together`)
  }
  return data
}

/** An argument as encoders take it. */
function valueOf(parameter: Parameter, given: unknown, field: string): unknown {
  const [, inner, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? []
  if (inner !== undefined) {
    const list = listOf(given, field)
    if (length !== '' && list.length !== Number(length))
      throw badArgument(field, `a list of ${length}`)
    return list.map((one, index) =>
      valueOf({ ...parameter, type: inner }, one, `${field}[${index}]`),
    )
  }
  if (parameter.components) return tupleOf(parameter.components, given, field)
  return elementOf(parameter.type, given, field)
}

/** Fields of a tuple in their order, given so or by their names. */
function tupleOf(components: readonly Parameter[], given: unknown, field: string): unknown {
  const parts = typeof given === 'string' ? parse(given) : given
  const values = isRecord(parts)
    ? components.map(({ name }) => (name === undefined ? undefined : parts[name]))
    : listOf(parts, field)
  if (values.length !== components.length)
    throw badArgument(field, `its ${components.length} fields`)
  return components.map((one, index) =>
    valueOf(one, values[index], `${field}.${one.name ?? index}`),
  )
}

function elementOf(type: string, given: unknown, field: string): unknown {
  const text = typeof given === 'string' ? given.trim() : ''
  if (type === 'string') {
    if (typeof given !== 'string') throw badArgument(field, 'a text')
    return given
  }
  if (type === 'address') return parseAddress(text, field)
  if (type === 'bool') {
    if (typeof given === 'boolean') return given
    if (text !== 'true' && text !== 'false') throw badArgument(field, 'true or false')
    return text === 'true'
  }
  if (type.startsWith('bytes')) {
    const size = type.slice('bytes'.length)
    const fits = isHex(text) && (size === '' || text.length === 2 + 2 * Number(size))
    if (!fits) throw badArgument(field, size === '' ? '0x and whole bytes' : `0x and ${size} bytes`)
    return text
  }
  return integerOf(type, given, field)
}

function integerOf(type: string, given: unknown, field: string): bigint {
  const isExact = typeof given === 'number' && Number.isSafeInteger(given)
  const digits = isExact ? given.toString() : typeof given === 'string' ? given.trim() : ''
  if (!/^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(digits)) {
    throw badArgument(field, 'a whole number, as text where it is long')
  }
  const value = BigInt(digits)
  const isSigned = type.startsWith('int')
  const bits = BigInt(type.replace(/\D/g, '')) - (isSigned ? 1n : 0n)
  const least = isSigned ? -(2n ** bits) : 0n
  if (value < least || value >= 2n ** bits) throw badArgument(field, `a number that fits ${type}`)
  return value
}

function listOf(given: unknown, field: string): readonly unknown[] {
  const list = typeof given === 'string' ? parse(given) : given
  if (!Array.isArray(list)) throw badArgument(field, 'a list')
  return list
}

/** Models write lists as text now and then. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function badArgument(field: string, expected: string): Error {
  return badInput(
    'invalid_input',
    `${field} has to be ${expected}.`,
    'Arguments stand in the order of the signature; long numbers, addresses and bytes as text.',
  )
}
