import type { Submessage } from '../widgets/submessages.ts'
import { pollState, todoState } from '../widgets/widget-state.ts'

/** How the poll or list of a message stands, in one line for models; empty for other messages, and for what cannot be read. */
export function widgetLine(submessages: readonly Submessage[]): string {
  if (submessages.length === 0) return ''
  try {
    const poll = pollState(submessages)
    const votes = poll?.options.map(({ option, voters }) => `${option}: ${voters.length}`)
    if (votes) return `\n[poll, votes so far: ${votes.join('; ') || 'none'}]`
    const list = todoState(submessages)
    const tasks = list?.tasks.map(({ task, isDone }) => `${task}: ${isDone ? 'done' : 'open'}`)
    return tasks ? `\n[list: ${tasks.join('; ') || 'empty'}]` : ''
  } catch {
    // Another server may send anything.
    return ''
  }
}
