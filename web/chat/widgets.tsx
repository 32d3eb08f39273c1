import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { asText } from '../lib/as-text.ts'
import { formatBriefly, formatExact } from '../lib/format.ts'
import type { Message } from '../lib/types.ts'
import { type Data, dataOf } from '../lib/widget.ts'
import { currentList } from '../store/current-list.ts'
import { peopleNames, userName } from '../store/names.ts'
import { type Ending, fetchAfter, findEnding } from '../store/questions.ts'
import { state } from '../store/state.ts'
import { addressOf, destinationOf } from '../store/views.ts'
import { Icon } from '../ui/icon.tsx'
import { sayFailure } from '../ui/toast.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { actionText as t } from '../words/actions.ts'
import { ChoiceButtons } from './choice-buttons.tsx'
import { MessageBody } from './message-body.tsx'

export { address as style } from './widgets.css'

async function submit(message: Message, content: object): Promise<void> {
  const fields = { message_id: message.id, msg_type: 'widget', content: JSON.stringify(content) }
  await call('POST', 'submessage', fields)
}

/** What a message is in place of its text. */
export function Widgets({ message }: { message: Message }) {
  const [first] = message.submessages
  const { widget_type, extra_data } = first ? dataOf(first) : {}
  const extra = (extra_data ?? {}) as Data
  if (widget_type === 'poll') return <Poll message={message} extra={extra} />
  if (widget_type === 'todo') return <Todo message={message} extra={extra} />
  if (widget_type === 'zform') return <Choices message={message} />
  return <MessageBody html={message.content} />
}

/** Buttons under a question; once it is answered, who chose what. */
function Choices({ message }: { message: Message }) {
  const list = currentList.value
  // A list of one conversation has what follows; others may not.
  const isWhole = destinationOf(list?.terms ?? []) !== undefined
  const { value: after = [] } = useLoaded(
    async () => (isWhole ? [] : fetchAfter(message)),
    [message.id, isWhole],
  )
  const ending = findEnding(message, [...(list?.rows.value ?? []), ...after])
  return (
    <div class="widget">
      <MessageBody html={message.content} />
      {ending ? <Chosen message={message} ending={ending} /> : <ChoiceButtons message={message} />}
    </div>
  )
}

function Chosen({
  message,
  ending: { by, choice, message: answer },
}: {
  message: Message
  ending: Ending
}) {
  const name = by === state.me.value ? t.you : userName(by)
  // The server itself says so when nobody is asked any more.
  if (by === message.sender_id) return <p class="dim small">{t.notAsked}</p>
  const words = choice ? t.chose(name, choice.long) : t.answered(name)
  return (
    <p class="chosen">
      <Icon name="check" />
      <span>
        {words}{' '}
        {answer && (
          <a class="dim small" href={addressOf(answer)} title={formatExact(answer.timestamp)}>
            {formatBriefly(answer.timestamp)}
          </a>
        )}
      </span>
    </p>
  )
}

function pollOf({ submessages }: Message, extra: Data) {
  const options = new Map<string, { text: string; voters: Set<number> }>()
  const given = Array.isArray(extra['options']) ? (extra['options'] as readonly unknown[]) : []
  for (const [index, option] of given.entries()) {
    options.set(`canned,${index}`, { text: asText(option), voters: new Set() })
  }
  let question = asText(extra['question'])
  for (const one of submessages.slice(1)) {
    const data = dataOf(one)
    if (data['type'] === 'question' && one.sender_id === submessages[0]?.sender_id) {
      question = asText(data['question'])
    } else if (data['type'] === 'new_option') {
      const text = asText(data['option'])
      const isKnown = [...options.values()].some((option) => option.text === text)
      const key = `${one.sender_id},${Number(data['idx'])}`
      if (!isKnown) options.set(key, { text, voters: new Set() })
    } else if (data['type'] === 'vote') {
      const voters = options.get(asText(data['key']))?.voters
      if (data['vote'] === 1) voters?.add(one.sender_id)
      else voters?.delete(one.sender_id)
    }
  }
  return { question, options }
}

function Poll({ message, extra }: { message: Message; extra: Data }) {
  const { question, options } = pollOf(message, extra)
  const most = Math.max(1, ...[...options.values()].map(({ voters }) => voters.size))
  const me = state.me.value ?? 0
  return (
    <div class="widget" role="group" aria-label={question}>
      <p class="question">{question}</p>
      <ul class="options">
        {[...options].map(([key, { text, voters }]) => {
          const isMine = voters.has(me)
          const vote = isMine ? -1 : 1
          return (
            <li key={key}>
              <button
                type="button"
                class="option"
                aria-pressed={isMine}
                onClick={() => void submit(message, { type: 'vote', key, vote }).catch(sayFailure)}
              >
                <meter min={0} max={most} value={voters.size} aria-hidden="true" />
                <span class="text">{text}</span>
                <span class="tally" title={peopleNames([...voters])}>
                  {t.voters(voters.size)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <AddLine
        label={t.addOption}
        add={async (option) =>
          submit(message, { type: 'new_option', idx: nextIndex(message), option })
        }
      />
    </div>
  )
}

/** A number that this reader has given to no other entry of the message. */
function nextIndex({ submessages }: Message): number {
  const own = submessages.filter(({ sender_id }) => sender_id === state.me.value)
  return own.length + 1
}

function todoOf({ submessages }: Message, extra: Data) {
  const tasks = new Map<string, { task: string; desc: string; isDone: boolean }>()
  const given = Array.isArray(extra['tasks']) ? (extra['tasks'] as readonly Data[]) : []
  for (const [index, { task, desc }] of given.entries()) {
    tasks.set(`${index},canned`, { task: asText(task), desc: asText(desc), isDone: false })
  }
  let title = asText(extra['task_list_title'])
  for (const one of submessages.slice(1)) {
    const data = dataOf(one)
    if (data['type'] === 'new_task_list_title') title = asText(data['title'])
    if (data['type'] === 'new_task') {
      const entry = { task: asText(data['task']), desc: asText(data['desc']), isDone: false }
      tasks.set(`${Number(data['key'])},${one.sender_id}`, entry)
    }
    const struck = data['type'] === 'strike' ? tasks.get(asText(data['key'])) : undefined
    if (struck) struck.isDone = !struck.isDone
  }
  return { title, tasks }
}

function Todo({ message, extra }: { message: Message; extra: Data }) {
  const { title, tasks } = todoOf(message, extra)
  return (
    <div class="widget" role="group" aria-label={title}>
      <p class="question">{title}</p>
      <ul class="options">
        {[...tasks].map(([key, { task, desc, isDone }]) => (
          <li key={key}>
            <label class="check">
              <input
                type="checkbox"
                checked={isDone}
                onChange={() => void submit(message, { type: 'strike', key }).catch(sayFailure)}
              />
              <span class={isDone ? 'done' : ''}>
                <strong>{task}</strong> {desc}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <AddLine
        label={t.addTask}
        add={async (task) =>
          submit(message, {
            type: 'new_task',
            key: nextIndex(message),
            task,
            desc: '',
            completed: false,
          })
        }
      />
    </div>
  )
}

function AddLine({ label, add }: { label: string; add: (text: string) => Promise<void> }) {
  const [text, setText] = useState('')
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        add(text.trim())
          .then(() => setText(''))
          .catch(sayFailure)
      }}
    >
      <input
        class="input small"
        value={text}
        aria-label={label}
        placeholder={label}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  )
}
