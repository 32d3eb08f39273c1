import type { ComponentChildren } from 'preact'
import { Frame, Section } from '../../kit/frame.tsx'
import { List, Row } from '../../kit/list.tsx'
import { roleName } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import { formatAgo } from '../../lib/format.ts'
import type { User } from '../../lib/types.ts'
import { userName } from '../../store/names.ts'
import { ownUser, state } from '../../store/state.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import type { Loaded } from '../../ui/use-loaded.ts'
import { a } from '../../words/agents.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'
import { type Activities, type Activity, useActivities } from './activity.ts'
import { AgentActions } from './agent-actions.tsx'
import { Calls } from './calls.tsx'
import { AgentState } from './directory.tsx'
import { EndButton } from './end-button.tsx'
import { type Ledger, useLedger } from './ledger.ts'
import { ProgramList } from './programs.tsx'
import { Spending } from './spending.tsx'

/** The page `#agents/{id}`: one agent, or the programs of a person; what they did and paid, and what they may do. */
export function AgentPage({ id }: { id: number }) {
  const agent = state.users.value.get(id)
  const activities = useActivities()
  const { value, failure } = activities
  // Nothing is shown that what comes later would move.
  const isKnown = value !== undefined || failure !== undefined
  if (!agent) return <Empty icon="bot" title={a.doesNotExist} />
  const activity = value?.byUser.get(id)
  const { is_owner, user_id: me } = ownUser()
  const isShown = is_owner || me === id || agent.bot_owner_id === me
  const tools = <Tools {...activities} />
  return (
    <Frame
      title={agent.full_name}
      intro={agent.is_bot ? agent.email : a.ofPerson}
      tabs={[
        { href: '#agents', label: t.navigation.agents, isCurrent: false },
        { href: `#agents/${id}`, label: agent.full_name, isCurrent: true },
      ]}
      tabsLabel={t.navigation.agents}
      actions={
        agent.is_bot && (
          <>
            <AgentState agent={agent} activity={activity} />
            <AgentActions agent={agent} />
          </>
        )
      }
    >
      {isKnown ? (
        <>
          {agent.is_bot && <Tiles agent={agent} activity={activity} />}
          {isShown ? <LedgerOf id={id}>{tools}</LedgerOf> : tools}
        </>
      ) : (
        <Loading />
      )}
    </Frame>
  )
}

function Tools({ value, failure, reload }: Loaded<Activities>) {
  if (failure !== undefined) return <Failed reason={failure} retry={reload} />
  if (!value || value.tools.length === 0) return null
  return (
    <Section title={w.agents.tools} intro={w.agents.toolCount(value.tools.length)}>
      <details>
        <summary>{w.agents.details}</summary>
        <p class="small">
          {value.tools.map((name) => (
            <>
              <code key={name}>{name}</code>{' '}
            </>
          ))}
        </p>
      </details>
    </Section>
  )
}

function Tiles({ agent, activity }: { agent: User; activity: Activity | undefined }) {
  const last = activity?.last_call
  const tiles = [
    [w.agents.owner, agent.bot_owner_id === null ? w.none : userName(agent.bot_owner_id)],
    [w.role, roleName(agent.role)],
    [w.agents.kind, w.agents.kinds[agent.bot_type ?? 0] ?? w.none],
    [w.agents.client, last?.client ?? w.none],
    [w.agents.last, last ? formatAgo(Date.parse(last.at) / 1_000) : w.none],
  ] as const
  return (
    <dl class="tiles">
      {tiles.map(([label, figure]) => (
        <div class="tile" key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

function LedgerOf({ id, children }: { id: number; children: ComponentChildren }) {
  const { value, failure, reload } = useLedger(id)
  if (failure !== undefined) {
    return (
      <>
        <Failed reason={failure} retry={reload} />
        {children}
      </>
    )
  }
  if (!value) return <Loading />
  return (
    <>
      <Spending id={id} ledger={value} changed={reload} />
      <Calls calls={value.calls} />
      {value.programs.length > 0 && (
        <Section title={a.programs} intro={a.programsText}>
          <ProgramList programs={value.programs} changed={reload} />
        </Section>
      )}
      <Keys id={id} keys={value.keys} changed={reload} />
      {children}
    </>
  )
}

function Keys({ id, keys, changed }: { id: number; changed: () => void } & Pick<Ledger, 'keys'>) {
  const end = async (key: string) => {
    await call('POST', `/owner/agents/${id}/keys/${key}`)
    changed()
  }
  return (
    <Section title={a.keys} intro={a.keysText}>
      <List
        items={keys}
        none={<p class="dim">{a.keysNone}</p>}
        row={({ id: key, made }) => (
          <Row
            key={key}
            name={<code>{key}</code>}
            about={made === null ? a.firstKey : `${a.laterKey}, ${a.made} ${formatAgo(made)}`}
          >
            <EndButton
              of={key}
              title={a.endKey}
              text={a.endKeyText(key)}
              end={async () => end(key)}
            />
          </Row>
        )}
      />
    </Section>
  )
}
