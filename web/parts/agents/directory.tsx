import { useState } from 'preact/hooks'
import { ChoiceField, FormDialog, SecretDialog, textIn, TextField } from '../../kit/forms.tsx'
import { Frame } from '../../kit/frame.tsx'
import { List, Row } from '../../kit/list.tsx'
import { ChannelField } from '../../kit/members.tsx'
import { accounts } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import { formatAgo } from '../../lib/format.ts'
import type { User } from '../../lib/types.ts'
import { userName } from '../../store/names.ts'
import { state } from '../../store/state.ts'
import { subscribe } from '../../store/subscribe.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Lazy } from '../../ui/lazy.tsx'
import { withStyle } from '../../ui/load-style.ts'
import { Empty, Failed } from '../../ui/states.tsx'
import { sayFailure } from '../../ui/toast.tsx'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'
import { type Activity, useActivities } from './activity.ts'
import { AgentActions } from './agent-actions.tsx'
import { OwnPrograms } from './programs.tsx'

const loadQuestions = async () => withStyle(import('../../chat/questions.tsx'))

/** Bots that the server itself has. */
const SYSTEM_BOT = 4

/** `bot_type` of a bot that is told of mentions at an address of its own. */
const OUTGOING_BOT = '3'

/** The page `#agents`: who is behind each agent, and what it does. */
export function Directory() {
  const [isAdding, setAdding] = useState(false)
  const { value, failure, reload } = useActivities()
  const agents = accounts(true).filter(({ bot_type }) => bot_type !== SYSTEM_BOT)
  return (
    <Frame
      title={t.navigation.agents}
      isNamedAbove
      intro={w.agents.intro}
      actions={
        <button type="button" class="button primary" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {w.agents.add}
        </button>
      }
    >
      <Lazy load={loadQuestions} name="Questions" props={{ max: Infinity }} />
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      <List
        items={agents}
        row={(agent) => (
          <AgentRow key={agent.user_id} agent={agent} activity={value?.byUser.get(agent.user_id)} />
        )}
        none={
          <Empty icon="bot" title={w.agents.empty}>
            <p>{w.agents.emptyText}</p>
          </Empty>
        }
      />
      <OwnPrograms />
      {isAdding && <NewBot close={() => setAdding(false)} />}
    </Frame>
  )
}

function AgentRow({ agent, activity }: { agent: User; activity: Activity | undefined }) {
  const { bot_owner_id: owner, bot_type: kind } = agent
  const about = [
    owner === null ? undefined : userName(owner),
    activity?.last_call?.client ?? w.agents.kinds[owner === null ? SYSTEM_BOT : (kind ?? 0)],
  ]
  return (
    <Row
      picture={<Avatar user={agent} />}
      name={agent.full_name}
      href={`#agents/${agent.user_id}`}
      about={about.filter(Boolean).join(' · ')}
      isGone={!agent.is_active}
    >
      <span class="state">
        <AgentState agent={agent} activity={activity} />
      </span>
      <AgentActions agent={agent} />
    </Row>
  )
}

/** What an agent does now: it is paused, waits for something, or has called some time ago. */
export function AgentState({ agent, activity }: { agent: User; activity: Activity | undefined }) {
  if (!agent.is_active) return <span class="badge">{w.agents.paused}</span>
  const [waiting] = activity?.waiting ?? []
  if (waiting) {
    return (
      <span class="badge good">
        {w.agents.waitsIn(waiting.operation)}, {formatAgo(Date.parse(waiting.since) / 1_000)}
      </span>
    )
  }
  const last = activity?.last_call
  if (!last) return null
  return (
    <span class="dim small">
      {last.operation}, {formatAgo(Date.parse(last.at) / 1_000)}
    </span>
  )
}

function NewBot({ close }: { close: () => void }) {
  const [kind, setKind] = useState('1')
  const [secret, setSecret] = useState<string>()
  const submit = async (form: FormData) => {
    const made = await call<{ user_id: number; api_key: string }>('POST', 'bots', {
      full_name: textIn(form, 'name'),
      short_name: textIn(form, 'short'),
      bot_type: kind,
      ...(kind === OUTGOING_BOT ? { payload_url: textIn(form, 'url') } : {}),
    })
    const chosen = new Set(form.getAll('channel').map(Number))
    const names = [...state.subscriptions.value.values()].filter((one) => chosen.has(one.stream_id))
    // It hears of answers only where it takes part.
    await subscribe(names, [made.user_id]).catch(sayFailure)
    setSecret(made.api_key)
  }
  if (secret !== undefined) return <SecretDialog secret={secret} close={close} />
  const kinds = Object.entries(w.agents.kinds).filter(([one]) => Number(one) !== SYSTEM_BOT)
  return (
    <FormDialog title={w.agents.add} label={w.create} submit={submit} close={close} staysOpen>
      <TextField label={w.name} name="name" required autoFocus />
      <TextField
        label={w.agents.address}
        hint={w.agents.addressHint}
        name="short"
        pattern="[a-z0-9_.\-]+"
        required
      />
      <ChoiceField
        label={w.agents.kind}
        name="kind"
        value={kind}
        choices={kinds}
        onChange={setKind}
      />
      <ChannelField label={t.navigation.channels} />
      {kind === OUTGOING_BOT && (
        <TextField label={w.agents.payload} name="url" type="url" required />
      )}
    </FormDialog>
  )
}
