import { useState } from 'preact/hooks'
import { ChoiceField, FormDialog, SecretDialog, textIn, TextField } from '../../kit/forms.tsx'
import { Frame, type Tab } from '../../kit/frame.tsx'
import { accounts } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import type { User } from '../../lib/types.ts'
import { state } from '../../store/state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { w } from '../../words/team.ts'

/** `bot_type` of a bot that posts what another service tells it. */
const WEBHOOK_BOT = 2

/** Services whose events are known, by the last part of their address. */
const SERVICES = [
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['grafana', 'Grafana'],
  ['alertmanager', 'Prometheus Alertmanager'],
  ['sentry', 'Sentry'],
  ['slack_incoming', 'Slack-compatible'],
  ['json', 'JSON'],
] as const

/** The page `#organization/webhooks`: bots that other services post by, and the addresses for these. */
export function Webhooks({ tabs }: { tabs: readonly Tab[] }) {
  const [isAdding, setAdding] = useState(false)
  const [selected, setSelected] = useState<User>()
  const bots = accounts(true).filter(
    ({ bot_type: kind, is_active: isActive }) => kind === WEBHOOK_BOT && isActive,
  )
  return (
    <Frame
      title={w.organization.webhooks}
      intro={w.organization.webhookIntro}
      tabs={tabs}
      tabsLabel={w.organization.tabs}
      actions={
        <button type="button" class="button primary" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {w.organization.webhookAdd}
        </button>
      }
    >
      {bots.length === 0 ? (
        <Empty icon="link" title={w.organization.webhookNone}>
          <p>{w.organization.webhookText}</p>
        </Empty>
      ) : (
        <ul class="rows">
          {bots.map((bot) => (
            <li key={bot.user_id}>
              <Avatar user={bot} />
              <span class="main-text">
                <b class="truncate">{bot.full_name}</b>
                <span class="dim small truncate">{bot.email}</span>
              </span>
              <button
                type="button"
                class="button small"
                aria-label={`${w.organization.showAddress}: ${bot.full_name}`}
                onClick={() => setSelected(bot)}
              >
                {w.organization.showAddress}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <NewWebhook close={() => setAdding(false)} />}
      {selected && <AddressOf bot={selected} close={() => setSelected(undefined)} />}
    </Frame>
  )
}

interface Place {
  service: string
  channel: string
  topic: string
}

/** What the service is given; it holds the key of the bot. */
function addressOf({ service, channel, topic }: Place, key: string): string {
  const address = new URL(`/api/v1/external/${service}`, location.origin)
  address.searchParams.set('api_key', key)
  address.searchParams.set('stream', channel)
  if (topic !== '') address.searchParams.set('topic', topic)
  return address.href
}

function placeIn(form: FormData): Place {
  return {
    service: textIn(form, 'service'),
    channel: textIn(form, 'channel'),
    topic: textIn(form, 'topic'),
  }
}

function PlaceFields() {
  const channels = [...state.subscriptions.value.values()].map(({ name }) => [name, name] as const)
  return (
    <>
      <ChoiceField
        label={w.organization.integration}
        name="service"
        value="github"
        choices={SERVICES}
      />
      <ChoiceField label={w.organization.channel} name="channel" choices={channels} />
      <TextField label={w.organization.topic} name="topic" maxLength={60} />
    </>
  )
}

function NewWebhook({ close }: { close: () => void }) {
  const [address, setAddress] = useState<string>()
  if (address !== undefined) return <Address address={address} close={close} />
  return (
    <FormDialog
      title={w.organization.webhookAdd}
      label={w.create}
      close={close}
      staysOpen
      submit={async (form) => {
        const place = placeIn(form)
        const made = await call<{ api_key: string }>('POST', 'bots', {
          full_name: textIn(form, 'name'),
          short_name: textIn(form, 'short'),
          bot_type: WEBHOOK_BOT,
          service_name: place.service,
        })
        setAddress(addressOf(place, made.api_key))
      }}
    >
      <TextField label={w.name} name="name" required autoFocus />
      <TextField
        label={w.agents.address}
        hint={w.agents.addressHint}
        name="short"
        pattern="[a-z0-9_.\-]+"
        required
      />
      <PlaceFields />
    </FormDialog>
  )
}

function AddressOf({ bot, close }: { bot: User; close: () => void }) {
  const [address, setAddress] = useState<string>()
  if (address !== undefined) return <Address address={address} close={close} />
  return (
    <FormDialog
      title={bot.full_name}
      label={w.organization.showAddress}
      close={close}
      staysOpen
      submit={async (form) => {
        const path = `bots/${bot.user_id}/api_key`
        const { api_key: key } = await call<{ api_key: string }>('GET', path)
        setAddress(addressOf(placeIn(form), key))
      }}
    >
      <PlaceFields />
    </FormDialog>
  )
}

function Address({ address, close }: { address: string; close: () => void }) {
  return (
    <SecretDialog
      title={w.organization.showAddress}
      text={w.organization.addressText}
      secret={address}
      close={close}
    />
  )
}
