import type { Widget } from './read-widget.ts'
import type { Submessage } from './submessages.ts'

/** A poll as it stands. */
export interface PollState {
  question: string
  /** Options in the order in which they came, each with the ids of who voted for it. */
  options: { option: string; voters: number[] }[]
}

/** A to-do list as it stands. */
export interface TodoState {
  title: string
  tasks: { task: string; desc: string; isDone: boolean }[]
}

/** Sender under whose keys clients count the first items of a widget. */
const CANNED = 'canned'

/** Most options of a poll, and tasks of a list, that clients show. */
const ENTRIES_MAX_COUNT = 1_000

type Data = Readonly<Record<string, unknown>>

function dataOf({ content }: Submessage): Data {
  return JSON.parse(content) as Data
}

/** Computes the state of a poll from what was done with it, as clients do: later votes for a key win, keys name sender and number. */
export function pollState(submessages: readonly Submessage[]): PollState | undefined {
  const [first, ...rest] = submessages
  const widget = first && (JSON.parse(first.content) as Widget)
  if (first?.msg_type !== 'widget' || widget?.widget_type !== 'poll') return undefined
  const { question, options = [] } = widget.extra_data as { question: string; options?: string[] }
  const state = { question }
  const entries = new Map<string, { option: string; voters: Set<number> }>()
  const add = (key: string, option: string) => {
    const isKnown = [...entries.values()].some((entry) => entry.option === option)
    if (isKnown || entries.size >= ENTRIES_MAX_COUNT) return
    entries.set(key, { option, voters: new Set() })
  }
  for (const [index, option] of options.entries()) add(`${CANNED},${index}`, option)
  for (const one of rest) {
    const data = dataOf(one)
    if (data['type'] === 'question' && one.sender_id === first.sender_id) {
      state.question = String(data['question'])
    }
    if (data['type'] === 'new_option')
      add(`${one.sender_id},${String(data['idx'])}`, String(data['option']))
    if (data['type'] === 'vote') {
      const voters = entries.get(String(data['key']))?.voters
      if (data['vote'] === 1) voters?.add(one.sender_id)
      else voters?.delete(one.sender_id)
    }
  }
  return {
    ...state,
    options: [...entries.values()].map(({ option, voters }) => ({ option, voters: [...voters] })),
  }
}

/** Computes the state of a to-do list from what was done with it, as clients do. */
export function todoState(submessages: readonly Submessage[]): TodoState | undefined {
  const [first, ...rest] = submessages
  const widget = first && (JSON.parse(first.content) as Widget)
  if (first?.msg_type !== 'widget' || widget?.widget_type !== 'todo') return undefined
  const { task_list_title = '', tasks = [] } = widget.extra_data as {
    task_list_title?: string
    tasks?: { task: string; desc: string }[]
  }
  let title = task_list_title
  const entries = new Map<string, TodoState['tasks'][number]>()
  const add = (key: string, task: string, desc: string) => {
    const isKnown = [...entries.values()].some((entry) => entry.task === task)
    if (!isKnown && entries.size < ENTRIES_MAX_COUNT)
      entries.set(key, { task, desc, isDone: false })
  }
  for (const [index, { task, desc }] of tasks.entries()) add(`${index},${CANNED}`, task, desc)
  for (const one of rest) {
    const data = dataOf(one)
    if (data['type'] === 'new_task_list_title' && one.sender_id === first.sender_id) {
      title = String(data['title'])
    }
    if (data['type'] === 'new_task') {
      add(`${String(data['key'])},${one.sender_id}`, String(data['task']), String(data['desc']))
    }
    const struck = data['type'] === 'strike' ? entries.get(String(data['key'])) : undefined
    if (struck) struck.isDone = !struck.isDone
  }
  return { title, tasks: [...entries.values()] }
}
