import type { ComponentChildren } from 'preact'
import { formatBytes } from '../../kit/bytes.ts'
import { dollars } from '../../kit/dollars.ts'
import { Section } from '../../kit/frame.tsx'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { w } from '../../words/team.ts'
import type { KeyUsage, TeamUse } from './types.ts'

const ROWS_SHOWN = 50

interface Answer {
  usage: readonly KeyUsage[]
  teams: readonly TeamUse[]
}

/** What teams have used of what they may, and keys with a plan, with all of it as a file. */
export function Keys() {
  const { value, failure, reload } = useLoaded(
    async (signal) => call<Answer>('GET', '/owner/keys', { limit: ROWS_SHOWN }, signal),
    [],
  )
  return (
    <>
      {value && value.teams.length > 0 && <Teams teams={value.teams} />}
      <Section
        title={w.owner.keys}
        intro={w.owner.keysText}
        actions={
          <a class="button small" href="/owner/keys/usage.csv" download>
            {w.owner.usage}
          </a>
        }
      >
        {!value && failure === undefined && <Loading />}
        {failure !== undefined && <Failed reason={failure} retry={reload} />}
        {value?.usage.length === 0 && <p class="dim">{w.owner.noKeys}</p>}
        {value && value.usage.length > 0 && (
          <Uses label={w.owner.keys} heads={[w.owner.day, w.owner.key]}>
            {value.usage.map(({ day, key, calls, usd, bytes }) => (
              <tr key={`${day} ${key}`}>
                <td>{day}</td>
                <td>{key}</td>
                <td class="number">{formatNumber(calls)}</td>
                <td class="number">{dollars(usd)}</td>
                <td class="number">{formatBytes(bytes)}</td>
              </tr>
            ))}
          </Uses>
        )}
      </Section>
    </>
  )
}

function Teams({ teams }: { teams: readonly TeamUse[] }) {
  return (
    <Section title={w.owner.teams} intro={w.owner.teamsText}>
      <Uses label={w.owner.teams} heads={[w.owner.team]}>
        {teams.map((one) => (
          <tr key={one.team}>
            <td>{one.team}</td>
            <td class="number">{ofLimit(formatNumber, one.calls, one.calls_per_day)}</td>
            <td class="number">{ofLimit(dollars, one.usd, one.usd_per_day)}</td>
            <td class="number">{ofLimit(formatBytes, one.bytes, one.bytes_per_day)}</td>
          </tr>
        ))}
      </Uses>
    </Section>
  )
}

/** An amount, and its limit where there is one. */
function ofLimit<T>(format: (amount: T) => string, used: T, limit: T | null): string {
  return limit === null ? format(used) : w.owner.spentOf(format(used), format(limit))
}

interface UsesProps {
  label: string
  /** What stands before calls, dollars and downloads. */
  heads: readonly string[]
  children: ComponentChildren
}

function Uses({ label, heads, children }: UsesProps) {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={label}>
      <table class="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
            {[w.owner.calls, w.owner.spent, w.owner.downloaded].map((head) => (
              <th scope="col" class="number" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
