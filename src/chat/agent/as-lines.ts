import { z } from 'zod'
import type { Structure } from '../../contract/result-view.ts'

/** What of a result models read otherwise than programs. */
export interface Shortened {
  /** Writes records of a field as lines, as in the text, by the name of the field. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the items of each field are of its own.
  lines?: Readonly<Record<string, (item: any) => string>>
  /** Fields that are left out, as in the text, where they say nothing, by name. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each result has fields of its own.
  unsaid?: Readonly<Record<string, (result: any) => boolean>>
}

type Result = Readonly<Record<string, unknown>>

/** A structure in which some records are a line each, and some fields are absent: by name each would cost a model twice as much. */
export function asLines(
  schema: () => z.ZodObject,
  { lines = {}, unsaid = {} }: Shortened,
): Exclude<Structure<Result>, 'none'> {
  let known: z.ZodObject | undefined
  return {
    get schema() {
      return (known ??= shorten(schema()))
    },
    of(output) {
      const said = Object.entries(output).filter(([name]) => !unsaid[name]?.(output))
      return Object.fromEntries(
        said.map(([name, value]) => {
          const line = lines[name]
          if (!line) return [name, value]
          return [name, Array.isArray(value) ? value.map(line) : line(value)]
        }),
      )
    },
  }

  function shorten(whole: z.ZodObject): z.ZodObject {
    const isList = (name: string): boolean => whole.shape[name] instanceof z.ZodArray
    const written = Object.keys(lines).map((name) => [
      name,
      isList(name) ? z.array(z.string()) : z.string(),
    ])
    const optional = Object.keys(unsaid).map((name) => [
      name,
      (whole.shape[name] as z.ZodType).optional(),
    ])
    return whole.extend(Object.fromEntries([...written, ...optional]))
  }
}

/** Leaves `total` out where a list has all that there is. */
export function withoutTotalOf(list: string): NonNullable<Shortened['unsaid']> {
  return { total: (result: Result) => Number(result['total']) <= (result[list] as []).length }
}
