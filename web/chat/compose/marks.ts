import { replaceText } from './completion.tsx'

/** Marks by the key that is pressed with Ctrl, or with Cmd. */
const MARKS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  b: ['**', '**'],
  i: ['*', '*'],
  e: ['`', '`'],
  X: ['~~', '~~'],
  L: ['[', '](https://)'],
}

/** Marks the selected words, or takes the marks away. Returns whether the key is one for that. */
export function markByKey(event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false
  const [before, after] = MARKS[event.shiftKey ? event.key.toUpperCase() : event.key] ?? []
  if (before === undefined || after === undefined) return false
  event.preventDefault()
  const { currentTarget: field } = event
  const { selectionStart: start, selectionEnd: end, value } = field
  const chosen = value.slice(start, end)
  const isMarked =
    value.slice(0, start).endsWith(before) &&
    value.slice(end).startsWith(after) &&
    // One star of two is no mark of its own.
    (before !== '*' || !value.slice(0, start).endsWith('**'))
  if (isMarked) {
    replaceText(field, start - before.length, end + after.length, chosen)
    field.setSelectionRange(start - before.length, end - before.length)
  } else {
    replaceText(field, start, end, `${before}${chosen}${after}`)
    field.setSelectionRange(start + before.length, end + before.length)
  }
  return true
}
