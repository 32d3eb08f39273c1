import { formatAgo, formatNumber } from '../../lib/format.ts'
import { w } from '../../words/team.ts'
import type { ImportProgress } from './moving.ts'

const text = w.organization

/** An import that has not come further for so long was stopped, in milliseconds. */
const STOPPED_MS = 60_000

/** What was brought by imports, and how far those have come that are under way. */
export function Imports({ imports }: { imports: readonly ImportProgress[] }) {
  if (imports.length === 0) return null
  return (
    <ul class="rows">
      {imports.map((one) => (
        <li key={one.id}>
          <span class="main-text">
            <b>{text.importOf(one.id)}</b>
            <span class="dim small">{countsText(one.brought) || text.importBegins}</span>
            {Object.keys(one.left_out).length > 0 && (
              <span class="dim small">{text.leftOut(countsText(one.left_out))}</span>
            )}
          </span>
          <ImportState one={one} />
        </li>
      ))}
    </ul>
  )
}

function ImportState({ one: { is_finished, at, files, total } }: { one: ImportProgress }) {
  if (is_finished) return <span class="badge good">{text.importDone}</span>
  const atMs = at === null ? 0 : Date.parse(at)
  if (Date.now() - atMs > STOPPED_MS) {
    return (
      <span class="badge warn">
        {text.importStopped}
        {at !== null && `, ${formatAgo(atMs / 1_000)}`}
      </span>
    )
  }
  return (
    <span class="row" role="status">
      <progress aria-label={text.importPending} max={Math.max(total, 1)} value={files} />
      {text.importPending}
    </span>
  )
}

/** Counts as people read them: `1,200 messages, 3 channels`. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${formatNumber(count)} ${what}`)
    .join(', ')
}
