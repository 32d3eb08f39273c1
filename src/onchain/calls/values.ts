import { decodeAbiParameters } from 'viem/utils'
import type { CallValue } from '../../contract/onchain.ts'
import { cleanText } from '../../lib/text.ts'
import type { Hex } from '../hex.ts'
import { VALUES_MAX_CHARS } from '../limits.ts'
import { bare, type Parameter } from './signature.ts'

/**
 * Values that data holds by their types, for a reader: whole numbers as digits, bytes in hexadecimal, texts without what cannot be
 * seen, tuples by their names. Undefined where the data is not of these types, or more than is given out.
 */
export function decodeValues(
  types: readonly Parameter[],
  data: Hex,
): readonly CallValue[] | undefined {
  try {
    const room = { chars: VALUES_MAX_CHARS }
    const values = types.length === 0 ? [] : decodeAbiParameters(types.map(bare), data)
    return types.map((type, index) => ({
      ...(type.name === undefined ? {} : { name: type.name }),
      type: typeOf(type),
      value: readable(type, values[index], room),
    }))
  } catch {
    return undefined
  }
}

function typeOf({ type, components }: Parameter): string {
  if (!components) return type
  const fields = components.map((one) =>
    one.name === undefined ? typeOf(one) : `${typeOf(one)} ${one.name}`,
  )
  return `(${fields.join(', ')})${type.slice('tuple'.length)}`
}

function readable(parameter: Parameter, value: unknown, room: { chars: number }): unknown {
  const inner = /^(.*)\[\d*\]$/.exec(parameter.type)?.[1]
  if (inner !== undefined) {
    return (value as readonly unknown[]).map((one) =>
      readable({ ...parameter, type: inner }, one, room),
    )
  }
  if (parameter.components) return tupleFor(parameter.components, value, room)
  const element = typeof value === 'boolean' ? value : cleanText(String(value))
  // Data of a few bytes can name one part of itself many times.
  room.chars -= String(element).length + 1
  if (room.chars < 0) throw new Error('more than is given out')
  return element
}

/** A tuple by the names of its fields, or as a list where one has none, or two have the same. */
function tupleFor(
  components: readonly Parameter[],
  value: unknown,
  room: { chars: number },
): unknown {
  const fields = value as readonly unknown[]
  const read = components.map((one, index) => readable(one, fields[index], room))
  const names = new Set(components.map(({ name }) => name))
  if (names.has(undefined) || names.size < components.length) return read
  return Object.fromEntries(components.map(({ name }, index) => [name, read[index]]))
}
