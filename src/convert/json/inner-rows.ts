import { type Notes, quotedName, quotedNames } from '../notes.ts'
import { uniqueNames } from '../table.ts'
import { isArray, type Json, JsonObject, jsonText } from './json-values.ts'

/** Objects in objects in which an array is looked for. */
const SEARCH_MAX_DEPTH = 16
/** Characters that the fields beside an array may become by standing in each of its rows. */
const REPEATED_MAX_CHARS = 5_000_000

/** An array of objects, and the names that lead to it. */
interface Found {
  path: readonly string[]
  rows: readonly JsonObject[]
}

/**
 * The records of an object in which one array of objects lies, as the answers of services are made: each with the fields that
 * stand beside the array, so that none is lost. Undefined where there is no such array, or more than one.
 */
export function innerRows(holder: JsonObject, notes?: Notes): readonly Json[] | undefined {
  const only = onlyArray(holder)
  if (only) return only
  const found: Found[] = []
  collectArrays(holder, [], found)
  const [first] = found
  if (!first || found.length > 1) return undefined
  const beside = without(holder, first.path)
  if (jsonText(beside).length * first.rows.length > REPEATED_MAX_CHARS) return undefined
  notes?.say(
    `The rows are those of ${quotedName(first.path.join('.'))}; what stands beside it is repeated in each: ${quotedNames(beside.names)}.`,
  )
  return first.rows.map(joinedTo(beside))
}

/** The array that an object holds, by itself or in objects that hold nothing else. */
function onlyArray(holder: JsonObject): readonly Json[] | undefined {
  let value: Json | undefined = holder
  while (value instanceof JsonObject && value.names.length === 1) value = value.values[0]
  return value !== undefined && isArray(value) && value.length > 0 ? value : undefined
}

function collectArrays(
  { names, values }: JsonObject,
  path: readonly string[],
  found: Found[],
): void {
  for (const [at, value] of values.entries()) {
    if (found.length > 1) return
    const here = [...path, names[at] ?? '']
    if (value instanceof JsonObject) {
      if (here.length < SEARCH_MAX_DEPTH) collectArrays(value, here, found)
    } else if (isRecords(value)) found.push({ path: here, rows: value })
  }
}

function isRecords(value: Json): value is readonly JsonObject[] {
  return isArray(value) && value.length > 0 && value.every((record) => record instanceof JsonObject)
}

/** An object without the field at a path, nor the objects that held only it. */
function without({ names, values }: JsonObject, [name, ...rest]: readonly string[]): JsonObject {
  const place = names.findIndex((other) => other === name)
  const value = values[place]
  const left = rest.length > 0 && value instanceof JsonObject ? without(value, rest) : undefined
  if (left && left.names.length > 0) return new JsonObject(names, values.with(place, left))
  return new JsonObject(names.toSpliced(place, 1), values.toSpliced(place, 1))
}

/** Adds the fields of an object to records; records that are alike stay so. */
function joinedTo(beside: JsonObject): (record: JsonObject) => JsonObject {
  const joined = new Map<readonly string[], readonly string[]>()
  return ({ names, values }) => {
    const all = joined.get(names) ?? uniqueNames([...names, ...beside.names])
    joined.set(names, all)
    return new JsonObject(all, [...values, ...beside.values])
  }
}
