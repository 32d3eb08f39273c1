import { useEffect, useRef } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { isOfComposition } from '../lib/composition.ts'
import type { Message } from '../lib/types.ts'
import { excessOf, lengthMax } from '../store/writing/length.ts'
import { sends } from '../store/writing/sends.ts'
import { sayFailure } from '../ui/toast.tsx'
import { actionText as t } from '../words/actions.ts'
import { chatText as c } from '../words/chat.ts'
import { LengthNote } from './compose/length-note.tsx'
import { discardEdit, editing, edits, leaveEdit, noteEdit } from './editing.ts'

const ROWS_MAX = 12

/** Begins to edit a message, or goes on where it was left. */
export async function beginEdit(id: number): Promise<void> {
  if (editing.value !== id) leaveEdit()
  if (!edits.value.has(id)) {
    const { message } = await call<{ message: { content: string } }>('GET', `messages/${id}`, {
      apply_markdown: false,
    })
    noteEdit(id, { text: message.content, before: message.content })
  }
  editing.value = id
}

/** The text of a message, to be changed. */
export function EditForm({ message: { id } }: { message: Message }) {
  const { text, before } = edits.value.get(id) ?? { text: '', before: '' }
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  const focusRow = () => document.getElementById(`m${id}`)?.focus()
  const save = async () => {
    if (excessOf(text) > 0) return
    if (text !== before) await call('PATCH', `messages/${id}`, { content: text })
    noteEdit(id, undefined)
    editing.value = undefined
    focusRow()
  }
  return (
    <form
      class="edit-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save().catch(sayFailure)
      }}
    >
      <textarea
        class="input"
        ref={area}
        rows={Math.min(ROWS_MAX, text.split('\n').length + 1)}
        aria-label={t.editing}
        value={text}
        onInput={(event) => noteEdit(id, { text: event.currentTarget.value, before })}
        onKeyDown={(event) => {
          if (isOfComposition(event)) return
          if (event.key === 'Escape') {
            leaveEdit()
            focusRow()
          }
          if (sends(event)) {
            event.preventDefault()
            void save().catch(sayFailure)
          }
        }}
      />
      <div class="row">
        <button class="button primary small" disabled={excessOf(text) > 0}>
          {t.save}
        </button>
        <button
          type="button"
          class="button small"
          onClick={() => {
            discardEdit(id)
            focusRow()
          }}
        >
          {t.cancel}
        </button>
        <LengthNote text={text} max={lengthMax()} />
      </div>
    </form>
  )
}

/** The word at a message that a change of it is not saved. */
export function KeptEdit({ message: { id } }: { message: Message }) {
  return (
    <p class="row small dim">
      <span>{c.editUnsaved}</span>
      <button
        type="button"
        class="button small"
        onClick={() => void beginEdit(id).catch(sayFailure)}
      >
        {c.goOn}
      </button>
      <button type="button" class="button small" onClick={() => discardEdit(id)}>
        {c.throwAway}
      </button>
    </p>
  )
}
