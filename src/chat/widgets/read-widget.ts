import { z } from 'zod'
import { badRequest } from '../kernel/failures.ts'

/** What a message shows in place of its text: a poll, a to-do list, or buttons. */
export interface Widget {
  widget_type: string
  extra_data: Record<string, unknown>
}

/** A mark of a list before an option. */
const LIST_MARK = /^\s*[-*]?\s*/

/** The widget that a text asks for by `/poll` or `/todo`; undefined for any other text. */
export function widgetOfText(content: string): Widget | undefined {
  const [word = ''] = content.split(/\s/, 1)
  const lines = content.slice(word.length).split('\n')
  const first = lines[0]?.trim() ?? ''
  const rest = lines
    .slice(1)
    .map((line) => line.trim().replace(LIST_MARK, ''))
    .filter((line) => line !== '')
  if (word === '/poll') {
    return { widget_type: 'poll', extra_data: { question: first, options: rest } }
  }
  if (word !== '/todo') return undefined
  const tasks = rest.map((line) => {
    const colon = line.indexOf(':')
    return colon === -1
      ? { task: line, desc: '' }
      : { task: line.slice(0, colon).trim(), desc: line.slice(colon + 1).trim() }
  })
  return { widget_type: 'todo', extra_data: { task_list_title: first, tasks } }
}

const choice = z.looseObject({
  short_name: z.string(),
  long_name: z.string(),
  reply: z.string(),
})

const choices = z.looseObject({
  type: z.literal('choices'),
  heading: z.string(),
  choices: z.array(choice),
})

/** Reads the widget that a client sends with a message: only buttons come so. Throws for anything else. */
export function readWidget(text: string): Widget {
  const refuse = (msg: string) =>
    badRequest(`Widgets: API programmer sent invalid JSON content: ${msg}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest('Widgets: API programmer sent invalid JSON')
  }
  const widget = z
    .looseObject({ widget_type: z.string(), extra_data: z.looseObject({ type: z.string() }) })
    .safeParse(value)
  if (!widget.success) throw refuse('widget_type, extra_data or its type is missing')
  const { widget_type, extra_data } = widget.data
  if (widget_type !== 'zform') throw refuse(`unknown widget type: ${widget_type.slice(0, 60)}`)
  if (extra_data.type !== 'choices') {
    throw refuse(`unknown zform type: ${extra_data.type.slice(0, 60)}`)
  }
  const read = choices.safeParse(extra_data)
  if (!read.success) throw refuse('heading and choices are needed')
  return { widget_type, extra_data: read.data }
}

/** Buttons for the choices of a question: who presses one sends its words, or what `replyOf` makes of them. */
export function choicesWidget(
  heading: string,
  words: readonly string[],
  replyOf = (word: string): string => word,
): Widget {
  return {
    widget_type: 'zform',
    extra_data: {
      type: 'choices',
      heading,
      choices: words.map((word, index) => ({
        type: 'multiple_choice',
        short_name: String(index + 1),
        long_name: word,
        reply: replyOf(word),
      })),
    },
  }
}
