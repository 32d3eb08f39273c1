import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import type { Message } from '../lib/types.ts'
import { sayFailure } from '../ui/toast.tsx'
import { actionText as t } from '../words/actions.ts'
import { editing } from './editing.ts'

/** Begins to edit a message. */
export async function beginEdit(id: number): Promise<void> {
  const { message } = await call<{ message: { content: string } }>('GET', `messages/${id}`, {
    apply_markdown: false,
  })
  editing.value = { id, text: message.content }
}

/** The text of a message, to be changed. */
export function EditForm({ message }: { message: Message }) {
  const before = editing.value?.text ?? ''
  const [text, setText] = useState(before)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  const end = () => {
    editing.value = undefined
    document.getElementById(`m${message.id}`)?.focus()
  }
  const save = async () => {
    if (text !== before) await call('PATCH', `messages/${message.id}`, { content: text })
    end()
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
        rows={Math.min(12, text.split('\n').length + 1)}
        aria-label={t.editing}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') end()
          if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
            event.preventDefault()
            void save().catch(sayFailure)
          }
        }}
      />
      <div class="row">
        <button class="button primary small">{t.save}</button>
        <button type="button" class="button small" onClick={end}>
          {t.cancel}
        </button>
      </div>
    </form>
  )
}
