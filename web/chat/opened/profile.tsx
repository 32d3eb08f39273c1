import type { ComponentChildren } from 'preact'
import { roleName } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import { glyphOf } from '../../lib/emoji.ts'
import { formatTimeIn, formatWholeDay } from '../../lib/format.ts'
import type { User } from '../../lib/types.ts'
import { directAddress, topicAddress, userName } from '../../store/names.ts'
import { presenceOf } from '../../store/presence.ts'
import { state } from '../../store/state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { sayFailure } from '../../ui/toast.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { t as frame } from '../../words/frame.ts'
import { profileText as t } from '../../words/profile.ts'
import { address } from './profile.css'

export const style = address

interface Field {
  id: number
  name: string
  type: number
  field_data: string
}

interface Profile {
  fields: readonly Field[]
  values: Readonly<Record<string, { value: string }>>
  /** Ids of the channels that the reader has too. */
  shared: readonly number[]
}

async function loadProfile({ user_id: id, is_bot }: User, signal: AbortSignal): Promise<Profile> {
  const [{ custom_fields }, { user }, channels] = await Promise.all([
    call<{ custom_fields: readonly Field[] }>('GET', 'realm/profile_fields', {}, signal),
    call<{ user: User }>('GET', `users/${id}`, { include_custom_profile_fields: !is_bot }, signal),
    call<{ subscribed_channel_ids: readonly number[] }>('GET', `users/${id}/channels`, {}, signal),
  ])
  return {
    fields: custom_fields,
    values: (user.profile_data ?? {}) as Profile['values'],
    shared: channels.subscribed_channel_ids.filter((one) => state.subscriptions.value.has(one)),
  }
}

/** Kinds of fields that are shown in a way of their own. */
const [CHOICE, LINK, PEOPLE] = [3, 5, 6]

function fieldValue({ type, field_data }: Field, value: string): ComponentChildren {
  try {
    if (type === CHOICE) {
      const choices = JSON.parse(field_data) as Record<string, { text: string }>
      return choices[value]?.text ?? value
    }
    if (type === PEOPLE) {
      return (JSON.parse(value) as readonly number[]).map((id) => (
        <a key={id} href={`#people/${id}`}>
          {userName(id)}{' '}
        </a>
      ))
    }
  } catch {
    return value
  }
  if (type !== LINK) return value
  return (
    <a href={value} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  )
}

/** Who somebody is, and what can be done about them. */
export function ProfileDialog({ id, close }: { id: number; close: () => void }) {
  const user = state.users.value.get(id)
  if (!user) {
    return (
      <Dialog title={t.unknown} close={close}>
        <p>{t.unknownHint}</p>
        <a class="button" href="#people" onClick={close}>
          {t.toPeople}
        </a>
      </Dialog>
    )
  }
  return (
    <Dialog title={user.full_name} close={close}>
      <Card user={user} close={close} />
    </Dialog>
  )
}

function Card({ user, close }: { user: User; close: () => void }) {
  const { user_id: id, is_bot, is_active, timezone, bot_owner_id: owner } = user
  const { value } = useLoaded(async (signal) => loadProfile(user, signal), [id])
  const status = state.statuses.value.get(id)
  const time = formatTimeIn(timezone)
  const isOwn = id === state.me.value
  return (
    <div class="profile stack">
      <div class="row">
        <Avatar user={user} size="l" />
        <div class="grow">
          {is_active && !is_bot && <p>{frame.presence[presenceOf(id)]}</p>}
          {status && (
            <p>
              {status.reaction_type === 'unicode_emoji' && glyphOf(status.emoji_code)} {status.text}
            </p>
          )}
          {!is_active && <p>{t.gone}</p>}
        </div>
      </div>
      <dl>
        {time !== '' && (
          <Fact name={t.time}>
            {time} <span class="dim">({timezone.replaceAll('_', ' ')})</span>
          </Fact>
        )}
        {!is_bot && <Fact name={t.role}>{roleName(user.role)}</Fact>}
        {typeof owner === 'number' && (
          <Fact name={t.owner}>
            <a href={`#people/${owner}`}>{userName(owner)}</a>
          </Fact>
        )}
        {user.delivery_email && (
          <Fact name={t.email}>
            <a href={`mailto:${user.delivery_email}`}>{user.delivery_email}</a>
          </Fact>
        )}
        {value?.fields.map((field) => {
          const written = value.values[field.id]?.value ?? ''
          return (
            written !== '' && (
              <Fact key={field.id} name={field.name}>
                {fieldValue(field, written)}
              </Fact>
            )
          )
        })}
        <Fact name={t.joined}>{formatWholeDay(Date.parse(user.date_joined) / 1_000)}</Fact>
        <Fact name={t.channels}>
          {value &&
            (value.shared.length === 0
              ? t.noChannels
              : value.shared.map((channel) => (
                  <a key={channel} class="shared" href={topicAddress(channel)} onClick={close}>
                    #{state.channels.value.get(channel)?.name}
                  </a>
                )))}
        </Fact>
      </dl>
      <div class="row">
        {isOwn ? (
          <a class="button" href="#settings/profile" onClick={close}>
            <Icon name="pencil" />
            {t.change}
          </a>
        ) : (
          <>
            <a class="button primary" href={directAddress([id])} onClick={close}>
              <Icon name="send" />
              {t.message}
            </a>
            <Mute id={id} />
          </>
        )}
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Mute({ id }: { id: number }) {
  const isMuted = state.mutedUsers.value.has(id)
  const change = async () => call(isMuted ? 'DELETE' : 'POST', `users/me/muted_users/${id}`)
  return (
    <button
      type="button"
      class="button"
      title={isMuted ? undefined : t.muteHint}
      onClick={() => void change().catch(sayFailure)}
    >
      <Icon name={isMuted ? 'bell' : 'mute'} />
      {isMuted ? t.unmute : t.mute}
    </button>
  )
}
