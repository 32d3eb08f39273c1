import { signal } from '@preact/signals'
import { formatDay, formatExact, formatShortTime, formatTime } from '../lib/format.ts'
import type { Message, User } from '../lib/types.ts'
import {
  channelName,
  directAddress,
  peopleNames,
  topicAddress,
  topicName,
  userName,
} from '../store/names.ts'
import { state } from '../store/state.ts'
import { addressOf, placeOfMessage } from '../store/views.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { withStyle } from '../ui/load-style.ts'
import { chatText as t } from '../words/chat.ts'
import { openProfile } from './dialog-state.ts'
import { editing, edits } from './editing.ts'
import { MessageBody } from './message-body.tsx'
import { Reactions } from './reactions.tsx'

/** The message under the pointer or with the focus: only one has its buttons. */
export const activeRow = signal<number | undefined>(undefined)

/** Polls and the like; a list that holds some waits for them, since they are of another height than their text. */
export const loadWidgets = async () => withStyle(import('./widgets.tsx'))
const loadTools = async () => import('./message-tools.tsx')

/** How a row stands among its neighbours. */
export interface RowForm {
  /** Whether a day begins with it. */
  beginsDay: boolean
  /** Whether it is the first of its conversation in a list of several. */
  beginsPlace: boolean
  /** Whether its sender is the one above, a moment before. */
  follows: boolean
  /** Whether what was not read begins with it. */
  beginsUnread: boolean
}

/** A message, with what stands over it. */
export function MessageRow({
  message,
  form,
  place,
}: {
  message: Message
  form: RowForm
  /** Number of the row, from 1. */
  place: number
}) {
  const sender = state.users.value.get(message.sender_id)
  const name = sender?.full_name ?? message.sender_full_name
  const isEdited = message.last_edit_timestamp !== undefined
  const { follows } = form
  const isMention = message.flags.some((flag) => flag.includes('mentioned'))
  return (
    <article
      id={`m${message.id}`}
      class={`message ${follows ? 'follows' : ''} ${isMention ? 'mention' : ''}`}
      tabIndex={-1}
      data-id={message.id}
      aria-label={`${name}, ${formatExact(message.timestamp)}`}
      aria-posinset={place}
      aria-setsize={-1}
      onPointerEnter={() => (activeRow.value = message.id)}
      onFocusIn={() => (activeRow.value = message.id)}
    >
      {form.beginsDay && (
        <p class="day">
          <span>{formatDay(message.timestamp)}</span>
        </p>
      )}
      {form.beginsUnread && (
        <p class="unread-line">
          <span>{t.newMessages}</span>
        </p>
      )}
      {form.beginsPlace && <PlaceLine message={message} />}
      <div class="line">
        {follows ? (
          <time class="side-time" title={formatExact(message.timestamp)}>
            {formatShortTime(message.timestamp)}
          </time>
        ) : (
          <Avatar user={sender} />
        )}
        <div class="said">
          {!follows && (
            <p class="who">
              <a
                class="name"
                href={`#people/${message.sender_id}`}
                onClick={(event) => openProfile(event, message.sender_id)}
              >
                {name}
              </a>
              <BotBadge user={sender} />
              <a class="time" href={addressOf(message)} title={formatExact(message.timestamp)}>
                {formatTime(message.timestamp)}
              </a>
              {message.flags.includes('starred') && <Icon name="star" size={14} />}
            </p>
          )}
          {editing.value === message.id ? (
            <Lazy load={loadTools} name="EditForm" props={{ message }} />
          ) : (
            <>
              {message.submessages.length > 0 ? (
                <Lazy
                  load={loadWidgets}
                  name="Widgets"
                  props={{ message }}
                  meanwhile={<MessageBody html={message.content} />}
                />
              ) : (
                <MessageBody
                  html={message.content}
                  isAction={message.is_me_message ? 'action' : ''}
                />
              )}
              {isEdited && <span class="edited">({t.edited})</span>}
              {edits.value.has(message.id) && (
                <Lazy load={loadTools} name="KeptEdit" props={{ message }} />
              )}
            </>
          )}
          <Reactions message={message} />
        </div>
        {activeRow.value === message.id && editing.value === undefined && (
          <Lazy load={loadTools} name="MessageTools" props={{ message }} />
        )}
      </div>
    </article>
  )
}

function PlaceLine({ message }: { message: Message }) {
  const place = placeOfMessage(message)
  return (
    <p class="place">
      {place.kind === 'topic' ? (
        <>
          <a href={topicAddress(place.channel)}># {channelName(place.channel)}</a>
          <span aria-hidden="true">›</span>
          <a href={topicAddress(place.channel, place.topic)}>{topicName(place.topic)}</a>
        </>
      ) : (
        <a href={directAddress(place.people)}>{peopleNames(place.people)}</a>
      )}
    </p>
  )
}

/** The sign of a program among people, with its owner. */
export function BotBadge({ user }: { user: User | undefined }) {
  if (!user?.is_bot) return null
  const title = user.bot_owner_id === null ? undefined : t.botOf(userName(user.bot_owner_id))
  return (
    <span class="badge" title={title}>
      {t.bot}
    </span>
  )
}
