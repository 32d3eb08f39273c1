import { formatBytes } from '../../kit/bytes.ts'
import { Frame, Section, type Tab } from '../../kit/frame.tsx'
import { isFailure, isFault } from '../../kit/outcomes.ts'
import { call } from '../../lib/api.ts'
import { formatAgo, formatLength, formatNumber } from '../../lib/format.ts'
import { userName } from '../../store/names.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'
import { Keys } from './keys.tsx'
import type { EndedCall, Finding, ServerReading } from './types.ts'

const TONES: Readonly<Record<string, string>> = { ok: 'good', warn: 'warn', fail: 'bad' }

/** The page `#owner/server`: how the server is. */
export function ServerPage({ tabs }: { tabs: readonly Tab[] }) {
  const { value, failure, reload } = useLoaded(
    async (signal) => call<ServerReading>('GET', '/owner/server', {}, signal),
    [],
  )
  return (
    <Frame
      title={t.navigation.server}
      isNamedAbove
      intro={w.owner.serverIntro}
      tabs={tabs}
      tabsLabel={w.owner.tabs}
    >
      {!value && failure === undefined && <Loading />}
      {failure !== undefined && <Failed reason={failure} retry={reload} />}

      {value && (
        <>
          <Tiles reading={value} />
          <Findings />
          <Faults faults={value.faults} />
          <Calls calls={value.calls} />
          <Keys />
          <Refusals refusals={value.refusals} />
          <Readings gauges={value.gauges} />
        </>
      )}
    </Frame>
  )
}

function Tiles({ reading: { versions, store, calls, gauges } }: { reading: ServerReading }) {
  const valueOf = (name: string) => gauges.find((one) => one.name === name)?.value ?? 0
  const count = (fits: (outcome: string) => boolean) =>
    calls.reduce((sum, one) => sum + (fits(one.outcome) ? one.count : 0), 0)
  const upSeconds = valueOf('bellhop_uptime_seconds')
  const tiles = [
    [w.owner.version, versions.bellhop],
    [w.owner.uptime, formatLength(upSeconds)],
    [w.owner.memory, formatBytes(valueOf('bellhop_resident_memory_bytes'))],
    [w.owner.store, store],
    [w.owner.calls, formatNumber(count(() => true))],
    [w.owner.faults, formatNumber(count(isFault))],
    [w.owner.refused, formatNumber(count((one) => isFailure(one) && !isFault(one)))],
  ] as const
  return (
    <dl class="tiles">
      {tiles.map(([label, value]) => (
        <div class="tile" key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Findings() {
  const { value, failure, reload } = useLoaded(
    async (signal) => call<{ findings: readonly Finding[] }>('GET', '/owner/doctor', {}, signal),
    [],
  )
  return (
    <Section title={w.owner.health}>
      <div class="findings" tabIndex={0} role="region" aria-label={w.owner.health}>
        {!value && failure === undefined && (
          <p class="note" role="status">
            {w.owner.checking}
          </p>
        )}
        {failure !== undefined && <Failed reason={failure} retry={reload} />}
        {value && (
          <ul class="rows">
            {value.findings.map(({ check, status, detail }) => (
              <li key={`${check} ${detail}`}>
                <span class={`badge ${TONES[status] ?? ''}`}>
                  {w.owner.findings[status] ?? status}
                </span>
                <span class="main-text">
                  <b>{check}</b>
                  <span class="dim small">{detail}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

function Calls({ calls }: { calls: ServerReading['calls'] }) {
  const rows = new Map<
    string,
    { surface: string; operation: string; all: number; failed: number }
  >()
  for (const { surface, operation, outcome, count } of calls) {
    const key = `${surface} ${operation}`
    const row = rows.get(key) ?? { surface, operation, all: 0, failed: 0 }
    row.all += count
    if (isFailure(outcome)) row.failed += count
    rows.set(key, row)
  }
  const sorted = [...rows.values()].toSorted((a, b) => b.all - a.all)
  return (
    <Section title={w.owner.calls} intro={w.owner.callsText}>
      {sorted.length === 0 ? (
        <p class="dim">{w.owner.noCalls}</p>
      ) : (
        <div class="table-box" tabIndex={0} role="region" aria-label={w.owner.calls}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{w.owner.operation}</th>
                <th scope="col">{w.owner.surface}</th>
                <th scope="col" class="number">
                  {w.owner.calls}
                </th>
                <th scope="col" class="number">
                  {w.owner.failed}
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(({ surface, operation, all, failed }) => (
                <tr key={`${surface} ${operation}`}>
                  <td>
                    <code>{operation}</code>
                  </td>
                  <td>{surface}</td>
                  <td class="number">{formatNumber(all)}</td>
                  <td class="number">{formatNumber(failed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function Faults({ faults }: { faults: readonly EndedCall[] }) {
  return (
    <Section title={w.owner.faults} intro={w.owner.faultsText}>
      {faults.length === 0 ? (
        <p class="dim">{w.owner.noFaults}</p>
      ) : (
        <FailedCalls calls={faults} tone="bad" />
      )}
    </Section>
  )
}

function Refusals({ refusals }: { refusals: readonly EndedCall[] }) {
  return (
    <Section title={w.owner.refusals} intro={w.owner.refusalsText}>
      {refusals.length === 0 ? (
        <p class="dim">{w.owner.noRefusals}</p>
      ) : (
        <FailedCalls calls={refusals} tone="" />
      )}
    </Section>
  )
}

function FailedCalls({ calls, tone }: { calls: readonly EndedCall[]; tone: string }) {
  return (
    <ul class="rows">
      {calls.map((failed) => (
        <li key={`${failed.at} ${failed.operation}`}>
          <span class={`badge ${tone}`}>{failed.outcome}</span>
          <span class="main-text">
            <b>
              <code>{failed.operation}</code>
            </b>
            <span class="small">{failed.message}</span>
            {failed.hint && <span class="dim small">{failed.hint}</span>}
          </span>
          <span class="dim small">
            {failed.user_id !== null && `${userName(failed.user_id)}, `}
            {formatAgo(Date.parse(failed.at) / 1_000)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Readings({ gauges }: { gauges: ServerReading['gauges'] }) {
  return (
    <Section title={w.owner.readings}>
      <div class="table-box" tabIndex={0} role="region" aria-label={w.owner.readings}>
        <table class="table">
          <tbody>
            {gauges.map(({ name, help, value }) => (
              <tr key={name}>
                <td>{help}</td>
                <td class="number">
                  {name.endsWith('_bytes') ? formatBytes(value) : formatNumber(Math.round(value))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
