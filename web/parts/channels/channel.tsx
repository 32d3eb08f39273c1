import { useState } from 'preact/hooks'
import {
  AreaField,
  CheckField,
  ChoiceField,
  Confirm,
  Form,
  FormDialog,
  textIn,
  TextField,
} from '../../kit/forms.tsx'
import { Frame, Section } from '../../kit/frame.tsx'
import { MemberField } from '../../kit/members.tsx'
import { isAdmin } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import type { Channel } from '../../lib/types.ts'
import { topicAddress } from '../../store/names.ts'
import { ownUser, state } from '../../store/state.ts'
import { subscribe } from '../../store/subscribe.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { say, sayFailure } from '../../ui/toast.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'

/** The page `#channels/{id}`: settings, permissions and subscribers of a channel. */
export function ChannelPage({ id }: { id: number }) {
  const channel = state.channels.value.get(id)
  if (!channel) return <Empty icon="hash" title={t.notFound} />
  const isSubscribed = state.subscriptions.value.has(id)
  const leave = async () => {
    try {
      await call('DELETE', 'users/me/subscriptions', { subscriptions: [channel.name] })
    } catch (thrown) {
      sayFailure(thrown)
    }
  }
  return (
    <Frame
      title={`#${channel.name}`}
      intro={channel.description}
      tabs={[
        { href: '#channels', label: t.navigation.channels, isCurrent: false },
        { href: `#channels/${id}`, label: channel.name, isCurrent: true },
      ]}
      tabsLabel={t.navigation.channels}
      actions={
        isSubscribed ? (
          <>
            <a class="button" href={topicAddress(id)}>
              {w.channels.open}
            </a>
            <button type="button" class="button" onClick={() => void leave()}>
              {w.channels.leave}
            </button>
          </>
        ) : (
          <button
            type="button"
            class="button primary"
            onClick={() => void subscribe([channel]).catch(sayFailure)}
          >
            {w.channels.join}
          </button>
        )
      }
    >
      {isAdmin() && (
        <div class="columns">
          <Settings key={`s${id}`} channel={channel} />
          <Permissions key={`p${id}`} channel={channel} />
        </div>
      )}
      <Subscribers channel={channel} />
    </Frame>
  )
}

function Settings({ channel }: { channel: Channel }) {
  const [isArchiving, setArchiving] = useState(false)
  const { stream_id: id, name } = channel
  const save = async (given: FormData) => {
    const newName = textIn(given, 'name')
    await call('PATCH', `streams/${id}`, {
      ...(newName === name ? {} : { new_name: newName }),
      description: textIn(given, 'description'),
      is_private: given.has('private'),
      history_public_to_subscribers: given.has('history') || !given.has('private'),
    })
    say(w.saved)
  }
  return (
    <section class="card">
      <Form
        label={t.save}
        submit={save}
        actions={
          !channel.is_archived && (
            <button type="button" class="button danger" onClick={() => setArchiving(true)}>
              {w.channels.archive}
            </button>
          )
        }
      >
        <h3>{w.channels.settings}</h3>
        <TextField label={w.name} name="name" value={name} maxLength={60} required />
        <AreaField label={w.description} name="description" value={channel.description} rows={2} />
        <CheckField label={w.channels.isPrivate} name="private" isOn={channel.invite_only} />
        <CheckField
          label={w.channels.history}
          name="history"
          isOn={channel.history_public_to_subscribers}
        />
      </Form>
      {isArchiving && (
        <Confirm
          title={w.channels.archive}
          text={w.channels.archiveText(name)}
          label={w.channels.archive}
          close={() => setArchiving(false)}
          run={async () => void (await call('DELETE', `streams/${id}`))}
        />
      )}
    </section>
  )
}

/** How groups of the server are called. */
function groupLabel(name: string): string {
  const plain = name.replace(/^role:/, '')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}

function Permissions({ channel }: { channel: Channel }) {
  const groups = [...state.groups.value.values()]
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name }) => [String(id), groupLabel(name)] as const)
  const change = async (permission: string, group: string) => {
    try {
      await call('PATCH', `streams/${channel.stream_id}`, {
        [permission]: { new: Number(group) },
      })
      say(w.saved)
    } catch (thrown) {
      sayFailure(thrown)
    }
  }
  return (
    <section class="card stack">
      <h3>{w.channels.permissions}</h3>
      {Object.entries(w.channels.permission).map(([permission, label]) => {
        const value = (channel as Readonly<Record<string, unknown>>)[permission]
        const isNamed = typeof value === 'number'
        return (
          <ChoiceField
            key={permission}
            label={label}
            name={permission}
            value={isNamed ? String(value) : ''}
            choices={isNamed ? groups : [['', w.channels.custom], ...groups]}
            onChange={(group) => group !== '' && void change(permission, group)}
          />
        )
      })}
    </section>
  )
}

function Subscribers({ channel }: { channel: Channel }) {
  const [isAdding, setAdding] = useState(false)
  const { value, failure, reload } = useLoaded(
    async (signal) =>
      call<{ subscribers: readonly number[] }>(
        'GET',
        `streams/${channel.stream_id}/members`,
        {},
        signal,
      ),
    [channel.stream_id, channel.subscriber_count],
  )
  const remove = async (user: number) => {
    try {
      await call('DELETE', 'users/me/subscriptions', {
        subscriptions: [channel.name],
        principals: [user],
      })
      reload()
    } catch (thrown) {
      sayFailure(thrown)
    }
  }
  return (
    <Section
      title={w.channels.members}
      actions={
        <button type="button" class="button small" onClick={() => setAdding(true)}>
          {w.channels.addPeople}
        </button>
      }
    >
      {!value && failure === undefined && <Loading />}
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      {value && value.subscribers.length > 0 && (
        <ul class="rows">
          {value.subscribers.map((id) => {
            const user = state.users.value.get(id)
            if (!user) return null
            return (
              <li key={id}>
                <Avatar user={user} size="s" />
                <span class="main-text">
                  <b class="truncate">{user.full_name}</b>
                </span>
                {isAdmin() && id !== ownUser().user_id && (
                  <button
                    type="button"
                    class="button small"
                    aria-label={`${t.remove}: ${user.full_name}`}
                    onClick={() => void remove(id)}
                  >
                    {t.remove}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {isAdding && (
        <FormDialog
          title={w.channels.addPeople}
          label={w.add}
          close={() => setAdding(false)}
          submit={async (form) => {
            const people = form.getAll('member').map(Number)
            if (people.length > 0) await subscribe([channel], people)
            reload()
          }}
        >
          <MemberField label={w.channels.addPeople} chosen={[]} />
        </FormDialog>
      )}
    </Section>
  )
}
