import { Frame, Section } from '../../kit/frame.tsx'
import { toneOf } from '../../kit/outcomes.ts'
import { roleName } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import { formatAgo, formatBriefly } from '../../lib/format.ts'
import { userName } from '../../store/names.ts'
import { ownUser, state } from '../../store/state.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'
import type { EndedCall } from '../owner/types.ts'
import { useActivities } from './activity.ts'
import { AgentActions } from './agent-actions.tsx'
import { AgentState } from './directory.tsx'

/** The page `#agents/{id}`: one agent, and what it did. */
export function AgentPage({ id }: { id: number }) {
  const agent = state.users.value.get(id)
  const { value } = useActivities()
  if (!agent) return <Empty icon="bot" title={t.notFound} />
  const activity = value?.byUser.get(id)
  const last = activity?.last_call
  const tiles = [
    [w.agents.owner, agent.bot_owner_id === null ? w.none : userName(agent.bot_owner_id)],
    [w.role, roleName(agent.role)],
    [w.agents.kind, w.agents.kinds[agent.bot_type ?? 0] ?? w.none],
    [w.agents.client, last?.client ?? w.none],
    [w.agents.last, last ? formatAgo(Date.parse(last.at) / 1_000) : w.none],
  ] as const
  return (
    <Frame
      title={agent.full_name}
      intro={agent.email}
      tabs={[
        { href: '#agents', label: t.navigation.agents, isCurrent: false },
        { href: `#agents/${id}`, label: agent.full_name, isCurrent: true },
      ]}
      tabsLabel={t.navigation.agents}
      actions={
        <>
          <AgentState agent={agent} activity={activity} />
          <AgentActions agent={agent} />
        </>
      }
    >
      <dl class="tiles">
        {tiles.map(([label, figure]) => (
          <div class="tile" key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {ownUser().is_owner && <Log id={id} />}
      {value && value.tools.length > 0 && (
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
      )}
    </Frame>
  )
}

function Log({ id }: { id: number }) {
  const { value, failure, reload } = useLoaded(
    async (signal) =>
      call<{ calls: readonly EndedCall[] }>('GET', '/owner/calls', { user_id: id }, signal),
    [id],
  )
  return (
    <Section title={w.agents.log} intro={w.agents.logIntro}>
      {!value && failure === undefined && <Loading />}
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      {value?.calls.length === 0 && <p class="dim">{w.agents.logEmpty}</p>}
      {value && value.calls.length > 0 && (
        <div class="table-box" tabIndex={0} role="region" aria-label={w.agents.log}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{w.agents.time}</th>
                <th scope="col">{w.agents.call}</th>
                <th scope="col">{w.agents.outcome}</th>
                <th scope="col" class="number">
                  {w.agents.paid}
                </th>
              </tr>
            </thead>
            <tbody>
              {value.calls.map((one) => (
                <tr key={`${one.at} ${one.operation}`}>
                  <td>{formatBriefly(Date.parse(one.at) / 1_000)}</td>
                  <td>
                    <code>{one.operation}</code>
                  </td>
                  <td>
                    <span class={`badge ${toneOf(one.outcome)}`}>{one.outcome}</span>
                  </td>
                  <td class="number">{one.paid.map((usd) => `$${usd}`).join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
