import { z } from 'zod'
import type { Structure } from '../../contract/result-view.ts'

/** Writes an item of a field as a line, by the name of the field. */
// oxlint-disable-next-line typescript/no-explicit-any -- the items of each field are of its own.
export type Lines = Readonly<Record<string, (item: any) => string>>

type Result = Readonly<Record<string, unknown>>

/** A structure in which some records are a line each, as in the text: their fields by name would cost a model twice as much. */
export function asLines(
  schema: () => z.ZodObject,
  lines: Lines,
): Exclude<Structure<Result>, 'none'> {
  let known: z.ZodObject | undefined
  return {
    get schema() {
      return (known ??= withLines(schema(), lines))
    },
    of: (output) => ({
      ...output,
      ...mapFields(lines, (name, line) => {
        const given = output[name]
        return Array.isArray(given) ? given.map(line) : line(given)
      }),
    }),
  }
}

function withLines(schema: z.ZodObject, lines: Lines): z.ZodObject {
  const isList = (name: string): boolean => schema.shape[name] instanceof z.ZodArray
  return schema.extend(
    mapFields(lines, (name) => (isList(name) ? z.array(z.string()) : z.string())),
  )
}

function mapFields<T>(lines: Lines, map: (name: string, line: Lines[string]) => T) {
  return Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, map(name, line)]))
}
