import { dollars } from '../../kit/dollars.ts'
import { Section } from '../../kit/frame.tsx'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { w } from '../../words/team.ts'
import type { KeyUsage } from './types.ts'

const ROWS_SHOWN = 50

/** What keys with a plan have used, with all of it as a file. */
export function Keys() {
  const { value, failure, reload } = useLoaded(
    async (signal) =>
      call<{ usage: readonly KeyUsage[] }>('GET', '/owner/keys', { limit: ROWS_SHOWN }, signal),
    [],
  )
  return (
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
        <div class="table-box" tabIndex={0} role="region" aria-label={w.owner.keys}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{w.owner.day}</th>
                <th scope="col">{w.owner.key}</th>
                <th scope="col" class="number">
                  {w.owner.calls}
                </th>
                <th scope="col" class="number">
                  {w.owner.spent}
                </th>
              </tr>
            </thead>
            <tbody>
              {value.usage.map(({ day, key, calls, usd }) => (
                <tr key={`${day} ${key}`}>
                  <td>{day}</td>
                  <td>{key}</td>
                  <td class="number">{formatNumber(calls)}</td>
                  <td class="number">{dollars(usd)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
