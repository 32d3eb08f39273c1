import type { Message } from '../lib/types.ts'
import { userName } from '../store/names.ts'
import { dismiss, questions } from '../store/questions.ts'
import { state } from '../store/state.ts'
import { addressOf, placeOfMessage } from '../store/views.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { questionText as t } from '../words/questions.ts'
import { ChoiceButtons } from './choice-buttons.tsx'
import { MessageBody } from './message-body.tsx'
import { placeName } from './place-name.ts'

export { address as style } from './questions.css'

/** Questions of agents that wait for an answer, with buttons for it: at most `max`, the newest. */
export function Questions({ max }: { max: number }) {
  const all = questions.value
  if (all.length === 0) return null
  const listed = all.slice(-max)
  return (
    <section class="questions" aria-label={t.label} aria-live="polite">
      {listed.map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
      {all.length > listed.length && <a href="#agents">{t.more(all.length - listed.length)}</a>}
    </section>
  )
}

function QuestionCard({ question }: { question: Message }) {
  const name = userName(question.sender_id)
  return (
    <article class="card question-card" aria-label={`${name} ${t.asks}`}>
      <p class="row">
        <Avatar user={state.users.value.get(question.sender_id)} size="s" />
        <b>{name}</b>
        <span class="dim small">{t.asks}</span>
        <a class="small grow truncate" href={addressOf(question)}>
          {placeName(placeOfMessage(question))}
        </a>
        <button
          type="button"
          class="button icon small"
          aria-label={t.dismiss(name)}
          title={t.dismiss(name)}
          onClick={() => dismiss(question.id)}
        >
          <Icon name="cross" />
        </button>
      </p>
      <MessageBody html={question.content} />
      <ChoiceButtons message={question} />
    </article>
  )
}
