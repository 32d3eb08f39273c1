import { useState } from 'preact/hooks'
import { ChoiceField, FormDialog, TextField } from '../../kit/forms.tsx'
import { call } from '../../lib/api.ts'
import { HOUR_SECONDS } from '../../lib/durations.ts'
import { fieldText } from '../../lib/form.ts'
import { formatExact, formatNumber } from '../../lib/format.ts'
import type { Message } from '../../lib/types.ts'
import { peopleNames, topicName, userName } from '../../store/names.ts'
import { state } from '../../store/state.ts'
import { excessOf, topicLengthMax } from '../../store/writing/length.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { chatText as c } from '../../words/chat.ts'
import { dialogText as t } from '../../words/dialogs.ts'
import { openedDialog } from '../dialog-state.ts'
import { draft, write } from '../draft.ts'
import { MessageBody } from '../message-body.tsx'

/** Closes what is open. The row keeps the focus, since the button that it came from may be gone. */
const close = () => {
  const row = document.getElementById(`m${openedDialog.value?.message?.id}`)
  openedDialog.value = undefined
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) row?.focus({ preventScroll: true })
  })
}

/** The dialog that is open. */
export function OpenedDialog() {
  const opened = openedDialog.value
  if (opened?.name === 'schedule') return <Schedule />
  const message = opened?.message
  switch (message && opened?.name) {
    case 'move':
      return <Move message={message as Message} />
    case 'remove':
      return <Remove message={message as Message} />
    case 'history':
      return <History message={message as Message} />
    case 'readers':
      return <Readers message={message as Message} />
    case 'remind':
      return <Remind message={message as Message} />
    default:
      return null
  }
}

function Move({ message }: { message: Message }) {
  const channels = [...state.subscriptions.value.values()].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )
  return (
    <FormDialog
      title={t.move}
      label={t.moveNow}
      close={close}
      submit={async (form) => {
        const channel = Number(form.get('channel'))
        const excess = excessOf(fieldText(form, 'topic'), topicLengthMax())
        if (excess > 0) throw new Error(c.tooLong(formatNumber(excess)))
        await call('PATCH', `messages/${message.id}`, {
          topic: form.get('topic'),
          ...(channel === message.stream_id ? {} : { stream_id: channel }),
          propagate_mode: form.get('mode'),
          send_notification_to_old_thread: false,
          send_notification_to_new_thread: true,
        })
      }}
    >
      <ChoiceField
        label={t.channel}
        name="channel"
        value={String(message.stream_id)}
        choices={channels.map(({ stream_id, name }) => [String(stream_id), name] as const)}
      />
      <TextField label={t.topic} name="topic" value={message.subject} />
      <ChoiceField
        label={t.what}
        name="mode"
        value="change_one"
        choices={[
          ['change_one', t.onlyThis],
          ['change_later', t.thisAndLater],
          ['change_all', t.wholeTopic],
        ]}
      />
    </FormDialog>
  )
}

function Remove({ message }: { message: Message }) {
  return (
    <FormDialog
      title={t.remove}
      label={t.removeNow}
      close={close}
      isDangerous
      submit={async () => void (await call('DELETE', `messages/${message.id}`))}
    >
      <div class="note">
        <MessageBody html={message.content} />
      </div>
    </FormDialog>
  )
}

interface Version {
  timestamp: number
  user_id?: number | null
  rendered_content?: string
  topic?: string
  prev_topic?: string
}

function History({ message }: { message: Message }) {
  const { value, failure } = useLoaded(
    async (signal) =>
      call<{ message_history: readonly Version[] }>(
        'GET',
        `messages/${message.id}/history`,
        { allow_empty_topic_name: true },
        signal,
      ),
    [message.id],
  )
  return (
    <Dialog title={t.history} close={close}>
      {failure !== undefined && <Failed reason={failure} />}
      {!value && failure === undefined && <Loading />}
      {value?.message_history.toReversed().map((version) => (
        <section key={version.timestamp} class="stack">
          <p class="small dim">
            {formatExact(version.timestamp)}
            {version.user_id ? ` · ${userName(version.user_id)}` : ''}
          </p>
          {version.prev_topic !== undefined && (
            <p class="small">
              {topicName(version.prev_topic)} → {topicName(version.topic ?? '')}
            </p>
          )}
          <MessageBody html={version.rendered_content ?? ''} />
        </section>
      ))}
    </Dialog>
  )
}

function Readers({ message }: { message: Message }) {
  const { value, failure } = useLoaded(
    async (signal) =>
      call<{ user_ids: readonly number[] }>(
        'GET',
        `messages/${message.id}/read_receipts`,
        {},
        signal,
      ),
    [message.id],
  )
  return (
    <Dialog title={t.readers} close={close}>
      {failure !== undefined && <Failed reason={failure} />}
      {!value && failure === undefined && <Loading />}
      {value && <p>{value.user_ids.length === 0 ? t.nobodyYet : peopleNames(value.user_ids)}</p>}
    </Dialog>
  )
}

/** A time of this browser as its form fields write it. */
function localTime(seconds: number): string {
  const date = new Date(seconds * 1_000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function TimeField() {
  const next = Math.ceil(Date.now() / 1_000 / HOUR_SECONDS) * HOUR_SECONDS
  return (
    <TextField
      label={t.when}
      type="datetime-local"
      name="when"
      required
      min={localTime(Date.now() / 1_000)}
      value={localTime(next)}
    />
  )
}

function secondsIn(form: FormData): number {
  return Math.floor(new Date(fieldText(form, 'when')).getTime() / 1_000)
}

function Remind({ message }: { message: Message }) {
  return (
    <FormDialog
      title={t.remind}
      label={t.remindNow}
      close={close}
      submit={async (form) => {
        const at = secondsIn(form)
        await call('POST', 'reminders', {
          message_id: message.id,
          scheduled_delivery_timestamp: at,
          note: form.get('note'),
        })
        say(t.reminded(formatExact(at)))
      }}
    >
      <TimeField />
      <TextField label={t.note} name="note" maxLength={500} />
    </FormDialog>
  )
}

function Schedule() {
  const [writing] = useState(draft.peek())
  return (
    <FormDialog
      title={t.schedule}
      label={t.scheduleNow}
      close={close}
      submit={async (form) => {
        if (!writing || writing.text.trim() === '') throw new Error(t.nothingWritten)
        const { to, text } = writing
        if (excessOf(text) > 0) throw new Error(c.tooLong(formatNumber(excessOf(text))))
        const at = secondsIn(form)
        const where =
          to.kind === 'topic'
            ? { type: 'channel', to: to.channel, topic: to.topic }
            : { type: 'direct', to: to.people }
        await call('POST', 'scheduled_messages', {
          ...where,
          content: text,
          scheduled_delivery_timestamp: at,
        })
        write(writing, { text: '' })
        say(t.scheduled(formatExact(at)))
      }}
    >
      <TimeField />
    </FormDialog>
  )
}
