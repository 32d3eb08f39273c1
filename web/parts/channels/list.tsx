import { useState } from 'preact/hooks'
import { AreaField, CheckField, FormDialog, textIn, TextField } from '../../kit/forms.tsx'
import { Frame } from '../../kit/frame.tsx'
import { Find, List, Row } from '../../kit/list.tsx'
import { call } from '../../lib/api.ts'
import type { Channel } from '../../lib/types.ts'
import { topicAddress } from '../../store/names.ts'
import { ownUser, state } from '../../store/state.ts'
import { subscribe } from '../../store/subscribe.ts'
import { channelIcon } from '../../ui/channel-icon.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { sayFailure } from '../../ui/toast.tsx'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'

/** The page `#channels`: all channels, to subscribe to and to make. */
export function ChannelList() {
  const [isAdding, setAdding] = useState(false)
  const [typed, setTyped] = useState('')
  const word = typed.trim().toLowerCase()
  const channels = [...state.channels.value.values()]
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(word))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <Frame
      title={t.navigation.channels}
      isNamedAbove
      intro={w.channels.intro}
      actions={
        <button type="button" class="button primary" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {w.channels.add}
        </button>
      }
    >
      <Find typed={typed} onType={setTyped} />
      <List
        items={channels}
        row={(channel) => <ChannelRow key={channel.stream_id} channel={channel} />}
        none={<Empty icon="hash" title={w.channels.none} />}
      />
      {isAdding && <NewChannel close={() => setAdding(false)} />}
    </Frame>
  )
}

function ChannelRow({ channel }: { channel: Channel }) {
  const { stream_id: id, name } = channel
  const isSubscribed = state.subscriptions.value.has(id)
  return (
    <Row
      picture={<Icon name={channelIcon(channel)} />}
      name={name}
      href={`#channels/${id}`}
      about={channel.description}
      isGone={channel.is_archived}
    >
      {channel.is_archived && <span class="badge">{w.channels.archived}</span>}
      <span class="dim small">{w.channels.subscribers(channel.subscriber_count)}</span>
      {isSubscribed ? (
        <a class="button small" href={topicAddress(id)}>
          {w.channels.open}
        </a>
      ) : (
        <button
          type="button"
          class="button small"
          aria-label={`${w.channels.join}: ${name}`}
          onClick={() => void subscribe([channel]).catch(sayFailure)}
        >
          {w.channels.join}
        </button>
      )}
    </Row>
  )
}

function NewChannel({ close }: { close: () => void }) {
  const submit = async (form: FormData) => {
    const isPrivate = form.has('private')
    await call('POST', 'channels/create', {
      name: textIn(form, 'name'),
      description: textIn(form, 'description'),
      subscribers: [ownUser().user_id],
      invite_only: isPrivate,
      ...(isPrivate ? { history_public_to_subscribers: form.has('history') } : {}),
    })
  }
  return (
    <FormDialog title={w.channels.add} label={w.create} submit={submit} close={close}>
      <TextField label={w.name} name="name" maxLength={60} required autoFocus />
      <AreaField label={w.description} name="description" rows={2} />
      <CheckField label={w.channels.isPrivate} name="private" />
      <CheckField label={w.channels.history} name="history" isOn />
    </FormDialog>
  )
}
