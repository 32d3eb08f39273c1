import { qrJob } from '../../../src/qr/qr-job.ts'
import type { Answered, Asked, Caller } from './caller.ts'
import { marksOf, tableOf } from './pages.ts'

/** What good callers ask for. */
export const CALL_KINDS = ['extract', 'qr', 'convert', 'send'] as const
export type CallKind = (typeof CALL_KINDS)[number]

/** Asks for something that is like nothing that was asked before; `origin` has the pages. */
export async function askFor(
  kind: CallKind,
  caller: Caller,
  name: string,
  origin: string,
  rest: Asked,
): Promise<Answered> {
  switch (kind) {
    case 'extract': {
      const url = `${origin}/article?${new URLSearchParams({ name }).toString()}`
      return caller.call('/extract', { url }, rest)
    }
    case 'qr':
      return caller.call('/qr', { text: name, format: 'svg' }, rest)
    case 'convert':
      return caller.call('/convert', { from: 'csv', to: 'json', data: tableOf(name).csv }, rest)
    case 'send': {
      const place = { type: 'channel', to: 'general', topic: 'ships' }
      return caller.chat('POST', '/messages', { ...place, content: name }, rest)
    }
  }
}

/** Whether an answer is a success with the whole of what was asked for under that name. */
export async function isRight(
  kind: CallKind,
  name: string,
  { status, text }: Answered,
): Promise<boolean> {
  if (status !== 200) return false
  const fields = fieldsOf(text)
  switch (kind) {
    case 'extract': {
      const markdown = String(fields['markdown'])
      return marksOf(name).every((mark) => markdown.includes(mark))
    }
    case 'qr':
      return fields['svg'] === (await qrJob({ text: name, format: 'svg' })).svg
    case 'convert': {
      const [head = [], ...rows] = tableOf(name).cells
      const wanted = rows.map((row) =>
        Object.fromEntries(head.map((column, at) => [column, row[at]])),
      )
      const got = JSON.parse(String(fields['result'])) as unknown
      return JSON.stringify(got) === JSON.stringify(wanted)
    }
    case 'send':
      return fields['result'] === 'success' && typeof fields['id'] === 'number'
  }
}

/** The fields of a JSON answer; none where it is none. */
export function fieldsOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
