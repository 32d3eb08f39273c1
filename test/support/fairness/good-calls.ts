import { qrJob } from '../../../src/qr/qr-job.ts'
import type { Answered, PersonRequest, Caller } from './caller.ts'
import { marksOf, tableOf } from './pages.ts'

/** What good callers ask for. */
export const CALL_KINDS = ['extract', 'qr', 'convert', 'send'] as const
export type CallKind = (typeof CALL_KINDS)[number]

/** Asks for something that is like nothing that was asked before; `origin` has the pages. */
export const ask: Readonly<
  Record<
    CallKind,
    (caller: Caller, name: string, origin: string, rest: PersonRequest) => Promise<Answered>
  >
> = {
  extract: async (caller, name, origin, rest) => {
    const url = `${origin}/article?${new URLSearchParams({ name }).toString()}`
    return caller.call('/extract', { url }, rest)
  },
  qr: async (caller, name, _, rest) => caller.call('/qr', { text: name, format: 'svg' }, rest),
  convert: async (caller, name, _, rest) =>
    caller.call('/convert', { from: 'csv', to: 'json', data: tableOf(name).csv }, rest),
  send: async (caller, content, _, rest) => {
    const place = { type: 'channel', to: 'general', topic: 'ships' }
    return caller.chat('POST', '/messages', { ...place, content }, rest)
  },
}

/** Whether the fields of a successful answer are the whole of what was asked for under that name. */
const hasAll: Readonly<
  Record<CallKind, (fields: Record<string, unknown>, name: string) => Promise<boolean>>
> = {
  extract: async ({ markdown }, name) =>
    marksOf(name).every((mark) => String(markdown).includes(mark)),
  qr: async ({ svg }, name) => svg === (await qrJob({ text: name, format: 'svg' })).svg,
  convert: async ({ result }, name) => {
    const [head = [], ...rows] = tableOf(name).cells
    const expectedRows = rows.map((row) =>
      Object.fromEntries(head.map((column, at) => [column, row[at]])),
    )
    return JSON.stringify(fieldsOf(String(result))) === JSON.stringify(expectedRows)
  },
  send: async ({ result, id }) => result === 'success' && typeof id === 'number',
}

/** Whether an answer is a success with the whole of what was asked for under that name. */
export async function isRight(
  kind: CallKind,
  name: string,
  { status, text }: Answered,
): Promise<boolean> {
  return status === 200 && hasAll[kind](fieldsOf(text), name)
}

/** The fields of a JSON answer; none where it is none. */
export function fieldsOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
