import { formatTime } from '../lib/format.ts'
import { discard, type Pending, sendAgain } from '../store/outbox.ts'
import { ownUser } from '../store/state.ts'
import { Avatar } from '../ui/avatar.tsx'
import { chatText as t } from '../words/chat.ts'
import { append, startWriting } from './draft.ts'

/** A message of the reader that the server has not answered for. */
export function PendingRow({ pending }: { pending: Pending }) {
  const user = ownUser()
  const { localId, state, reason } = pending
  const takeBack = () => {
    append({ to: pending.to, choosesTopic: false }, pending.content)
    discard(localId)
    startWriting()
  }
  return (
    <article
      class={`message pending ${state}`}
      data-local={localId}
      aria-label={t.sending}
      tabIndex={-1}
    >
      <div class="line">
        <Avatar user={user} />
        <div class="said">
          <p class="who">
            <span class="name">{user.full_name}</span>
            <span class="time">
              {state === 'sending' ? t.sending : formatTime(pending.timestamp)}
            </span>
          </p>
          <div class="body raw">{pending.content}</div>
          {state === 'failed' && (
            <div class="note bad row" role="alert">
              <span>
                {t.notSent} {reason}
              </span>
              <button type="button" class="button small" onClick={() => sendAgain(localId)}>
                {t.sendAgain}
              </button>
              <button type="button" class="button small" onClick={takeBack}>
                {t.discard}
              </button>
            </div>
          )}
        </div>
      </div>
    </article>
  )
}
