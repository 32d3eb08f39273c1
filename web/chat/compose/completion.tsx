import { signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { noteEmoji } from '../../lib/recent-emoji.ts'
import type { Suggestion } from './suggestion.ts'

/** The suggestions now, and the part of the text that they are for. */
interface Completion {
  start: number
  end: number
  items: readonly Suggestion[]
  chosen: number
  field: HTMLTextAreaElement
}

/** The suggestions for what is being typed. */
export const completion = signal<Completion | undefined>(undefined)

const SHOWN_MAX = 8

/** What begins a mention, a channel, an emoji, or, at the beginning of a text, a command. */
const BEGUN = /(?:^|[\s(])([@#:])([^\s@#:*][^@#:*\n]{0,40}|)$|^(\/)(\w{0,10})$/

/** What begins the topic of a channel that is named. */
const BEGUN_TOPIC = /(#\*\*([^*>\n]+)(?:>|\*\* ?>))([^*\n]{0,60})$/

/** Finds what is begun before the cursor: its sign, its words, and where it begins. */
function begunIn(text: string): { sign: string; words: string; start: number } | undefined {
  const [topic, , channel, part] = BEGUN_TOPIC.exec(text) ?? []
  if (topic !== undefined) {
    return { sign: `#${channel}>`, words: part ?? '', start: text.length - topic.length }
  }
  const found = BEGUN.exec(text)
  const sign = found?.[1] ?? found?.[3]
  if (sign === undefined) return undefined
  const words = found?.[2] ?? found?.[4] ?? ''
  return { sign, words, start: text.length - words.length - 1 }
}

/** Looks for what fits the word before the cursor. */
export async function suggest(field: HTMLTextAreaElement): Promise<void> {
  const end = field.selectionStart
  const begun = begunIn(field.value.slice(0, end))
  if (!begun || (begun.sign === ':' && begun.words.length < 2)) {
    completion.value = undefined
    return
  }
  const { sign, words, start } = begun
  const { findSuggestions } = await import('./suggestions.ts')
  const items = await findSuggestions(sign, words)
  // Somebody who types on is asked for anew.
  if (field.selectionStart !== end) return
  completion.value =
    items.length === 0
      ? undefined
      : { start, end, items: items.slice(0, SHOWN_MAX), chosen: 0, field }
}

/** Handles a key while there are suggestions. Returns whether it was for them. */
export function takeSuggestion(event: KeyboardEvent): boolean {
  const now = completion.value
  if (!now) return false
  const count = now.items.length
  const to = { ArrowDown: now.chosen + 1, ArrowUp: now.chosen - 1 }[event.key]
  if (to !== undefined) completion.value = { ...now, chosen: (to + count) % count }
  else if (event.key === 'Enter' || event.key === 'Tab') {
    // Somebody who types fast means what fits all of it.
    if (now.field.selectionStart === now.end) accept(now.chosen)
    else void suggest(now.field).then(() => accept(0))
  } else if (event.key === 'Escape') completion.value = undefined
  else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}

function accept(index: number): void {
  const now = completion.value
  const item = now?.items[index]
  if (!now || !item) return
  completion.value = undefined
  const [, emoji] = /^:(.+): $/.exec(item.text) ?? []
  if (emoji !== undefined) noteEmoji(emoji)
  replaceText(now.field, now.start, now.end, item.text)
}

/** Puts a text in place of a part of what is written; at once, since somebody may type on before the page is drawn. */
export function replaceText(
  field: HTMLTextAreaElement,
  start: number,
  end: number,
  text: string,
): void {
  field.focus()
  field.setSelectionRange(start, end)
  // The browser's own way can be undone by its keys; it tells the field as typing does.
  if (document.execCommand('insertText', false, text) && field.value.includes(text)) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The list of suggestions, over the field. */
export function Suggestions({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  const now = completion.value
  if (!now || now.field !== area.current) return <ul id="suggestions" role="listbox" hidden />
  return (
    <ul id="suggestions" role="listbox" class="menu suggestions">
      {now.items.map(({ text, label, hint }, index) => (
        <li
          key={text}
          role="option"
          aria-selected={index === now.chosen}
          onPointerDown={(event) => {
            event.preventDefault()
            accept(index)
          }}
        >
          <span class="truncate">{label}</span>
          {hint && <span class="dim small truncate">{hint}</span>}
        </li>
      ))}
    </ul>
  )
}
