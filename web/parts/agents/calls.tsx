import { useState } from 'preact/hooks'
import { dollars } from '../../kit/dollars.ts'
import { Section } from '../../kit/frame.tsx'
import { isFailure, toneOf } from '../../kit/outcomes.ts'
import { formatBriefly } from '../../lib/format.ts'
import {
  channelName,
  directAddress,
  peopleNames,
  topicAddress,
  topicName,
} from '../../store/names.ts'
import { a } from '../../words/agents.ts'
import type { AgentCall } from './ledger.ts'

/** Which calls are shown, by the name of the filter. */
const FILTERS: Readonly<Record<string, (call: AgentCall) => boolean>> = {
  all: () => true,
  paid: ({ paid }) => paid.length > 0,
  failed: ({ outcome }) => isFailure(outcome),
}

/** What an agent did: with what, where, what came of it, and what it cost. */
export function Calls({ calls }: { calls: readonly AgentCall[] }) {
  const [filter, setFilter] = useState('all')
  const shown = calls.filter(FILTERS[filter] ?? (() => true))
  return (
    <Section
      title={a.log}
      intro={a.logText}
      actions={
        <div class="row" role="group" aria-label={a.filter}>
          {Object.keys(FILTERS).map((name) => (
            <button
              key={name}
              type="button"
              class={`button small ${name === filter ? 'primary' : ''}`}
              aria-pressed={name === filter}
              onClick={() => setFilter(name)}
            >
              {a.filters[name]}
            </button>
          ))}
        </div>
      }
    >
      {shown.length === 0 ? (
        <p class="dim">{a.logNone}</p>
      ) : (
        <ul class="rows calls">
          {shown.map((one) => (
            <CallRow key={`${one.at} ${one.operation} ${one.message_id}`} call={one} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function CallRow({ call }: { call: AgentCall }) {
  const { at, operation, arguments: said, client, way, outcome, message, hint, paid } = call
  const when = formatBriefly(Date.parse(at) / 1_000)
  const by = [client, way === null ? undefined : a.ways[way]].filter(Boolean).join(', ')
  return (
    <li>
      <span class="main-text">
        <b>
          <code>{operation}</code> <span class={`badge ${toneOf(outcome)}`}>{outcome}</span>
        </b>
        {said !== null && <span class="small">{said}</span>}
        {message !== null && <span class="small">{[message, hint].filter(Boolean).join(' ')}</span>}
        <span class="dim small">
          {[when, by].filter(Boolean).join(' · ')}
          <Place call={call} />
        </span>
      </span>
      {paid.length > 0 && <b class="sum">{paid.map(dollars).join(', ')}</b>}
    </li>
  )
}

/** Where a call belongs, with the way there. */
function Place({ call: { place, message_id, is_hidden } }: { call: AgentCall }) {
  if (is_hidden) return <> · {a.hidden}</>
  if (place === null) return null
  const near = message_id ?? undefined
  const [href, name] =
    'user_ids' in place
      ? [directAddress(place.user_ids, near), peopleNames(place.user_ids)]
      : [
          topicAddress(place.stream_id, place.topic, near),
          `#${channelName(place.stream_id)} › ${topicName(place.topic)}`,
        ]
  return (
    <>
      {' · '}
      {a.forWhich} <a href={href}>{name}</a>
    </>
  )
}
