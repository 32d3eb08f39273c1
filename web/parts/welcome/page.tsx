import { useState } from 'preact/hooks'
import { call } from '../../lib/api.ts'
import { fieldText } from '../../lib/form.ts'
import { organizationName, topicAddress } from '../../store/names.ts'
import { ownUser, state } from '../../store/state.ts'
import { subscribe } from '../../store/subscribe.ts'
import { Icon } from '../../ui/icon.tsx'
import { say, sayFailure } from '../../ui/toast.tsx'
import { welcomeText as text } from '../../words/welcome.ts'
import type { Part } from '../part.ts'
import { address as style } from './welcome.css'

function Page() {
  const [channel] = state.subscriptions.value.values()
  return (
    <div class="page">
      <div class="content stack welcome">
        <h2 class="page-title">{text.title(organizationName())}</h2>
        <p class="dim">{text.intro}</p>
        {ownUser().is_admin && <Invite />}
        <Agent />
        {channel && (
          <section class="card stack">
            <h3>{text.talk}</h3>
            <p class="dim">{text.talkHint(channel.name)}</p>
            <div>
              <a class="button primary" href={topicAddress(channel.stream_id)}>
                {text.open(channel.name)}
              </a>
            </div>
          </section>
        )}
      </div>
    </div>
  )
}

function Invite() {
  const [link, setLink] = useState('')
  const make = async () => {
    const { invite_link } = await call<{ invite_link: string }>('POST', 'invites/multiuse', {
      include_realm_default_subscriptions: true,
    })
    setLink(invite_link)
  }
  return (
    <section class="card stack">
      <h3>{text.invite}</h3>
      <p class="dim">{text.inviteHint}</p>
      {link === '' ? (
        <div>
          <button type="button" class="button" onClick={() => void make().catch(sayFailure)}>
            <Icon name="link" />
            {text.makeLink}
          </button>
        </div>
      ) : (
        <Copied value={link} />
      )}
    </section>
  )
}

function Copied({ value }: { value: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    say(text.copied)
  }
  return (
    <div class="snippet">
      <pre tabIndex={0}>{value}</pre>
      <button type="button" class="button small" onClick={() => void copy().catch(sayFailure)}>
        <Icon name="copy" />
        {text.copy}
      </button>
    </div>
  )
}

const CLIENTS = ['Claude Code', 'Claude Desktop', 'VS Code', 'Cursor'] as const

function snippetFor(client: (typeof CLIENTS)[number], key: string): string {
  const url = `${location.origin}/mcp`
  const headers = { Authorization: `Bearer ${key}` }
  const json = (value: object) => JSON.stringify(value, undefined, 2)
  switch (client) {
    case 'Claude Code':
      return `claude mcp add --transport http bellhop ${url} --header "Authorization: Bearer ${key}"`
    case 'VS Code':
      return json({ servers: { bellhop: { type: 'http', url, headers } } })
    case 'Cursor':
      return json({ mcpServers: { bellhop: { url, headers } } })
    default:
      return json({
        mcpServers: {
          bellhop: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--header', `Authorization: Bearer ${key}`],
          },
        },
      })
  }
}

function Agent() {
  const [key, setKey] = useState('')
  const [client, setClient] = useState<(typeof CLIENTS)[number]>('Claude Code')
  const make = async (name: string) => {
    const short_name = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${Date.now() % 10_000}`
    const { user_id, api_key } = await call<{ user_id: number; api_key: string }>('POST', 'bots', {
      full_name: name,
      short_name,
    })
    await subscribe([...state.subscriptions.value.values()].slice(0, 1), [user_id]).catch(
      sayFailure,
    )
    setKey(api_key)
  }
  return (
    <section class="card stack">
      <h3>{text.agent}</h3>
      <p class="dim">{text.agentHint}</p>
      {key === '' ? (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault()
            const name = fieldText(new FormData(event.currentTarget), 'name')
            void make(name).catch(sayFailure)
          }}
        >
          <input
            class="input agent-name"
            name="name"
            required
            maxLength={60}
            aria-label={text.agentName}
            placeholder={text.agentName}
          />
          <button class="button">{text.makeKey}</button>
        </form>
      ) : (
        <>
          <div class="row" role="tablist" aria-label={text.agent}>
            {CLIENTS.map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                class={`button small ${name === client ? 'primary' : ''}`}
                aria-selected={name === client}
                onClick={() => setClient(name)}
              >
                {name}
              </button>
            ))}
          </div>
          <Copied value={snippetFor(client, key)} />
          <p class="small dim">{text.keyNote}</p>
        </>
      )}
    </section>
  )
}

/** The page `#welcome`: what a new team does first. */
export const part: Part = { Page, style }
