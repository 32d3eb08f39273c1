import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { channelName, peopleNames, topicName } from '../../store/names.ts'
import { send } from '../../store/outbox.ts'
import { go } from '../../store/place.ts'
import { state } from '../../store/state.ts'
import type { Destination } from '../../store/views.ts'
import { Icon } from '../../ui/icon.tsx'
import { useFocusWish } from '../../ui/use-focus-wish.ts'
import { chatText as t } from '../../words/chat.ts'
import { openDialog } from '../dialog-state.ts'
import { addressAfterSending, draft, focusWish, setDestination, setDraft } from '../draft.ts'
import { pickEmoji } from '../picking.ts'
import { attach, uploads } from './attach.ts'
import { completion, replaceText, Suggestions, suggest, takeSuggestion } from './completion.tsx'
import { noteTyping } from './send-typing.ts'

/** Lines that the field grows to. */
const LINES_MAX = 12

const isOver = signal(false)

/** The field in which messages are written. */
export function Compose() {
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { to, text, choosesTopic } = draft.value
  useFocusWish(focusWish, area)
  useEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    const line = Number.parseFloat(getComputedStyle(element).lineHeight)
    element.style.height = `${Math.min(element.scrollHeight + 2, line * LINES_MAX)}px`
  }, [text, to])
  if (!to) return null
  const channel = to.kind === 'topic' ? state.channels.value.get(to.channel) : undefined
  if (to.kind === 'topic' && channel?.is_archived) return null
  const submit = () => {
    const content = draft.value.text.trim()
    if (content === '' || uploads.value.some(({ isDone }) => !isDone)) return
    const next = addressAfterSending(draft.value)
    setDraft('')
    send(to, content)
    noteTyping(to, false)
    if (next === undefined) area.current?.focus()
    else go(next)
  }
  const insert = (addition: string) => {
    const element = area.current
    if (!element) return
    replaceText(element, element.selectionStart, element.selectionEnd, addition)
  }
  return (
    <form
      class={`compose ${isOver.value ? 'over' : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault()
        isOver.value = false
        attach(event.dataTransfer?.files)
      }}
    >
      {choosesTopic && to.kind === 'topic' && <TopicField to={to} />}
      <div class="writing">
        <textarea
          ref={area}
          rows={1}
          value={text}
          maxLength={Number(state.server.value['max_message_length'] ?? 10_000)}
          aria-label={t.compose}
          aria-haspopup="listbox"
          aria-controls="suggestions"
          aria-autocomplete="list"
          placeholder={isOver.value ? t.dropHere : placeholderFor(to, choosesTopic)}
          onInput={(event) => {
            setDraft(event.currentTarget.value)
            noteTyping(to, event.currentTarget.value !== '')
            void suggest(event.currentTarget)
          }}
          onBlur={() => {
            completion.value = undefined
            noteTyping(to, false)
          }}
          onPaste={(event) => {
            if (event.clipboardData?.files.length) {
              event.preventDefault()
              attach(event.clipboardData.files)
            }
          }}
          onKeyDown={(event) => {
            if (takeSuggestion(event)) return
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
              event.preventDefault()
              submit()
            }
          }}
        />
        <Suggestions area={area} />
        <div class="compose-tools">
          <button
            type="button"
            class="button icon small"
            aria-label={t.attach}
            title={t.attach}
            onClick={() => picker.current?.click()}
          >
            <Icon name="clip" />
          </button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={t.attach}
            onChange={(event) => {
              attach(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
          <button
            type="button"
            class="button icon small"
            aria-label={t.emoji}
            title={t.emoji}
            onClick={(event) =>
              pickEmoji(event.currentTarget, (emoji) => insert(`:${emoji.emoji_name}: `))
            }
          >
            <Icon name="smile" />
          </button>
          <button
            type="button"
            class="button icon small"
            aria-label={t.poll}
            title={t.poll}
            onClick={() => insert(t.pollText)}
          >
            <Icon name="poll" />
          </button>
          <button
            type="button"
            class="button icon small"
            aria-label={t.sendLater}
            title={t.sendLater}
            onClick={() => openDialog('schedule')}
          >
            <Icon name="calendar" />
          </button>
          <span class="grow" />
          <button class="button primary small" aria-label={t.send} disabled={text.trim() === ''}>
            <Icon name="send" />
            {t.send}
          </button>
        </div>
      </div>
      <Uploads />
    </form>
  )
}

function placeholderFor(to: Destination, choosesTopic: boolean): string {
  if (to.kind === 'direct') return t.writeTo(peopleNames(to.people))
  const channel = `#${channelName(to.channel)}`
  return t.writeTo(choosesTopic ? channel : `${channel} › ${topicName(to.topic)}`)
}

function TopicField({ to }: { to: Extract<Destination, { kind: 'topic' }> }) {
  return (
    <input
      class="input topic"
      aria-label={t.topic}
      placeholder={`${t.topic}: ${t.topicHint}`}
      maxLength={Number(state.server.value['max_topic_length'] ?? 60)}
      value={to.topic}
      onInput={(event) => {
        const { text } = draft.value
        setDestination({ ...to, topic: event.currentTarget.value }, true)
        draft.value = { ...draft.value, text }
      }}
    />
  )
}

function Uploads() {
  if (uploads.value.length === 0) return null
  return (
    <ul class="uploads">
      {uploads.value.map(({ key, name, sent, size, failure, cancel }) => (
        <li key={key}>
          <span class="truncate">{failure ?? t.uploading(name)}</span>
          {failure === undefined && (
            <progress max={size} value={sent} aria-label={t.uploading(name)} />
          )}
          <button
            type="button"
            class="button icon small"
            aria-label={`${t.cancel}: ${name}`}
            onClick={cancel}
          >
            <Icon name="cross" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
