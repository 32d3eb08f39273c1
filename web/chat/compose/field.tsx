import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { isOfComposition } from '../../lib/composition.ts'
import { currentList } from '../../store/current-list.ts'
import { isOwn } from '../../store/message-list.ts'
import { channelName, peopleNames, topicName } from '../../store/names.ts'
import { sends } from '../../store/writing/sends.ts'
import { noteWriting, type Writing, writingKey } from '../../store/writing/writings.ts'
import { sayFailure } from '../../ui/toast.tsx'
import { useFocusWish } from '../../ui/use-focus-wish.ts'
import { chatText as t } from '../../words/chat.ts'
import { focusWish, openField, write } from '../draft.ts'
import { completion, suggest, takeSuggestion } from './completion.tsx'
import { markByKey } from './marks.ts'
import { paste } from './paste.ts'
import { noteTyping } from './send-typing.ts'

/** Lines that the field grows to. */
const LINES_MAX = 12

/** Whether the field before had the focus: who opens another conversation goes on writing there. */
let hadFocus = false

/**
 * The field for one text: every destination has its own, so that a key that is pressed while another one is opened still goes where it
 * was meant.
 */
export function Field({
  writing,
  area,
  submit,
  isOver,
}: {
  writing: Writing
  area: RefObject<HTMLTextAreaElement | null>
  submit: () => void
  isOver: boolean
}) {
  const { to, choosesTopic, text } = writing
  const key = writingKey(to, choosesTopic)
  useFocusWish(focusWish, area)
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return undefined
    element.setSelectionRange(writing.cursor, writing.cursor)
    if (hadFocus) element.focus()
    hadFocus = false
    let waiting = ''
    let isComposing = false
    const append = (lines: string) => {
      // What an input method composes would be lost if the text changed under it.
      if (isComposing) {
        waiting += lines
        return
      }
      const { length } = element.value
      element.setRangeText(lines, length, length, 'preserve')
      write({ to, choosesTopic }, { text: element.value })
    }
    const own = { key, append }
    openField.current = own
    const begin = () => void (isComposing = true)
    const end = () => {
      isComposing = false
      if (waiting !== '') append(waiting)
      waiting = ''
    }
    element.addEventListener('compositionstart', begin)
    element.addEventListener('compositionend', end)
    return () => {
      hadFocus = document.activeElement === element
      isComposing = false
      end()
      if (openField.current === own) delete openField.current
      noteWriting(key, { cursor: element.selectionStart })
    }
  }, [])
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    const line = Number.parseFloat(getComputedStyle(element).lineHeight)
    element.style.height = `${Math.min(element.scrollHeight + 2, line * LINES_MAX)}px`
  }, [text])
  return (
    <textarea
      ref={area}
      rows={1}
      value={text}
      aria-label={t.compose}
      aria-haspopup="listbox"
      aria-controls="suggestions"
      aria-autocomplete="list"
      placeholder={isOver ? t.dropHere : placeholderFor(writing)}
      onInput={({ currentTarget }) => {
        const { value, selectionStart } = currentTarget
        write({ to, choosesTopic }, { text: value, cursor: selectionStart })
        noteTyping(to, value !== '')
        void suggest(currentTarget)
      }}
      onBlur={() => {
        completion.value = undefined
        noteTyping(to, false)
      }}
      onPaste={(event) => paste(event, { to, choosesTopic })}
      onKeyDown={(event) => {
        if (isOfComposition(event) || takeSuggestion(event) || markByKey(event)) return
        if (event.key === 'Escape') event.currentTarget.blur()
        if (event.key === 'ArrowUp' && event.currentTarget.value === '') {
          event.preventDefault()
          void editLast().catch(sayFailure)
        }
        if (sends(event)) {
          event.preventDefault()
          submit()
        }
      }}
    />
  )
}

/** Begins to edit the last message of the reader that is shown. */
async function editLast(): Promise<void> {
  const last = currentList.value?.rows.value.findLast(isOwn)
  if (!last) return
  const { beginEdit } = await import('../message-tools.tsx')
  await beginEdit(last.id)
}

function placeholderFor({ to, choosesTopic }: Writing): string {
  if (to.kind === 'direct') return t.writeTo(peopleNames(to.people))
  const channel = `#${channelName(to.channel)}`
  return t.writeTo(choosesTopic ? channel : `${channel} › ${topicName(to.topic)}`)
}
