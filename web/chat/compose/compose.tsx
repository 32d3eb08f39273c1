import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { send } from '../../store/outbox.ts'
import { go } from '../../store/place.ts'
import { state } from '../../store/state.ts'
import { excessOf, lengthMax, topicLengthMax } from '../../store/writing/length.ts'
import {
  isStorageFull,
  type Writing,
  writingFor,
  writingKey,
} from '../../store/writing/writings.ts'
import { Icon } from '../../ui/icon.tsx'
import { Lazy } from '../../ui/lazy.tsx'
import { say } from '../../ui/toast.tsx'
import { chatText as t } from '../../words/chat.ts'
import { openDialog } from '../dialog-state.ts'
import { addressAfterSending, draft, startWriting, write } from '../draft.ts'
import { pickEmoji } from '../picking.ts'
import { attach, uploadsFor } from './attach.ts'
import { replaceText, Suggestions } from './completion.tsx'
import { Field } from './field.tsx'
import { noteTyping } from './send-typing.ts'

const isOver = signal(false)

const loadPreview = async () => import('./preview.tsx')
const loadFiles = async () => import('./files.tsx')
const loadLength = async () => import('./length-note.tsx')

/** From which share of the longest message on its length is shown. */
const LENGTH_SHOWN_FROM = 0.9

/** Where messages are written. */
export function Compose() {
  const writing = draft.value
  if (!writing) return null
  const { to, choosesTopic } = writing
  if (to.kind === 'topic') {
    const channel = state.channels.value.get(to.channel)
    if (!channel || channel.is_archived) return null
  } else if (!to.people.every((id) => state.users.value.has(id))) return null
  return <Form key={writingKey(to, choosesTopic)} writing={writing} />
}

function Form({ writing }: { writing: Writing }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { to, text, choosesTopic } = writing
  const [isPreviewed, setPreviewed] = useState(false)
  useEffect(() => catchDrops(writing), [])
  const attachAll = (files: Iterable<File> | null | undefined) => {
    attach(writing, files ?? [])
    startWriting()
  }
  const submit = () => {
    const now = writingFor(to, choosesTopic)
    const content = now.text.trim()
    if (content === '' || isTooLong(now)) return
    if (uploadsFor(writing).some(({ failure }) => failure === undefined)) {
      say(t.stillUploading)
      return
    }
    const next = addressAfterSending(now)
    send(now.to, content)
    const where = choosesTopic && to.kind === 'topic' ? { ...to, topic: '' } : to
    write(writing, { text: '', cursor: 0, files: [], to: where })
    setPreviewed(false)
    noteTyping(to, false)
    if (next === undefined) area.current?.focus()
    else go(next)
  }
  const insert = (addition: string) => {
    const element = area.current
    if (element) replaceText(element, element.selectionStart, element.selectionEnd, addition)
  }
  return (
    <form
      class={`compose ${isOver.value ? 'over' : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {choosesTopic && to.kind === 'topic' && <TopicField writing={writing} to={to} />}
      <div class="writing">
        {isPreviewed && <Lazy load={loadPreview} name="Preview" props={{ text }} />}
        <div hidden={isPreviewed}>
          <Field writing={writing} area={area} submit={submit} isOver={isOver.value} />
        </div>
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
              attachAll(event.currentTarget.files)
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
          <button
            type="button"
            class="button icon small"
            aria-label={isPreviewed ? t.writeOn : t.preview}
            title={isPreviewed ? t.writeOn : t.preview}
            aria-pressed={isPreviewed}
            disabled={text.trim() === '' && !isPreviewed}
            onClick={() => setPreviewed(!isPreviewed)}
          >
            <Icon name={isPreviewed ? 'pencil' : 'eye'} />
          </button>
          <span class="grow" />
          {isStorageFull.value && <span class="small over-long">{t.storageFull}</span>}
          <Length text={text} max={lengthMax()} />
          <button
            class="button primary small"
            aria-label={t.send}
            disabled={text.trim() === '' || isTooLong(writing)}
          >
            <Icon name="send" />
            {t.send}
          </button>
        </div>
      </div>
      {uploadsFor(writing).length + writing.files.length > 0 && (
        <Lazy load={loadFiles} name="Files" props={{ writing }} />
      )}
    </form>
  )
}

/** Whether a text or its topic is longer than what can be sent. */
function isTooLong({ text, to }: Writing): boolean {
  return excessOf(text) > 0 || (to.kind === 'topic' && excessOf(to.topic, topicLengthMax()) > 0)
}

function TopicField({
  writing,
  to,
}: {
  writing: Writing
  to: Extract<Writing['to'], { kind: 'topic' }>
}) {
  return (
    <>
      <input
        class="input topic"
        aria-label={t.topic}
        placeholder={`${t.topic}: ${t.topicHint}`}
        value={to.topic}
        onInput={(event) => write(writing, { to: { ...to, topic: event.currentTarget.value } })}
      />
      <Length text={to.topic} max={topicLengthMax()} />
    </>
  )
}

/** How long a text is, once that nears what can be sent. */
function Length({ text, max }: { text: string; max: number }) {
  return text.length < max * LENGTH_SHOWN_FROM ? null : (
    <Lazy load={loadLength} name="LengthNote" props={{ text, max }} />
  )
}

/** Takes files that are dropped anywhere on the page, for what is open there. Returns what ends that. */
function catchDrops(writing: Writing): () => void {
  const ends = new AbortController()
  const { signal: until } = ends
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    isOver.value = true
  }
  const leave = ({ relatedTarget }: DragEvent) => {
    if (!relatedTarget) isOver.value = false
  }
  const drop = (event: DragEvent) => {
    isOver.value = false
    if (!hasFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    attach(writing, event.dataTransfer?.files ?? [])
    startWriting()
  }
  addEventListener('dragover', over, { signal: until })
  addEventListener('dragleave', leave, { signal: until })
  addEventListener('drop', drop, { signal: until })
  return () => ends.abort()
}
