import type { z } from 'zod'
import type { AnyChatCall } from '../kernel/types.ts'
import type { Named } from './names.ts'

/** One field of a tool, and the field of the operation that it fills. */
export interface Field {
  as: string
  schema: z.ZodType
  names?: Named
}

/** The values of listed fields, by the field of the operation that each fills: ids in place of names. */
export async function readFields(
  call: AnyChatCall,
  values: Readonly<Record<string, unknown>>,
  open: readonly (readonly [string, Field])[],
  input: z.ZodObject,
): Promise<Record<string, unknown>> {
  const resolved: Record<string, unknown> = {}
  for (const [name, { as, names }] of open) {
    const value = values[as]
    if (value === undefined) continue
    const { resolveIds } = await import('./names.ts')
    resolved[name] = names
      ? await resolveIds(call, names, value, input.shape[name])
      : await readWritten(call, name, value)
  }
  return resolved
}

/** Fields of the route as its operation takes them. */
export async function readWords(
  call: AnyChatCall,
  fields: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    read[name] = await readWritten(call, name, value)
  }
  return read
}

/** What a field holds, as its operation takes it: models write names in narrows, and emoji as themselves. */
async function readWritten(
  call: Pick<AnyChatCall, 'services' | 'actor'>,
  name: string,
  value: unknown,
): Promise<unknown> {
  if (name === 'narrow' && Array.isArray(value)) {
    const { lookupFor } = await import('./names.ts')
    const { resolveNarrow } = await import('./narrow-terms.ts')
    return resolveNarrow(async () => lookupFor(call), value)
  }
  if (name === 'emoji_name' && typeof value === 'string') {
    const { readEmojiName } = await import('./emoji-name.ts')
    return readEmojiName(value)
  }
  return value
}
