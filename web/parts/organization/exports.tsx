import { useEffect } from 'preact/hooks'
import { ChoiceField, Form, textIn } from '../../kit/forms.tsx'
import { Section } from '../../kit/frame.tsx'
import { call } from '../../lib/api.ts'
import { formatExact, formatNumber } from '../../lib/format.ts'
import { onEvent } from '../../store/apply-events.ts'
import { userName } from '../../store/names.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { w } from '../../words/team.ts'
import type { ExportProgress } from './moving.ts'

/** An archive that somebody asked for. */
interface Export {
  id: number
  acting_user_id: number
  export_time: number
  deleted_timestamp: number | null
  failed_timestamp: number | null
  export_url: string | null
  pending: boolean
  export_type: string
}

const KINDS = ['public', 'full_with_consent'] as const

/** Archives of the organization: asked for here, written by the server while people write. */
export function Exports({
  progress,
  onPending,
}: {
  progress: readonly ExportProgress[]
  onPending: (isPending: boolean) => void
}) {
  const { value, failure, reload } = useLoaded(
    async (signal) => call<{ exports: readonly Export[] }>('GET', 'export/realm', {}, signal),
    [],
  )
  useEffect(() => onEvent(({ type }) => type === 'realm_export' && reload()), [])
  const isPending = value?.exports.some(({ pending }) => pending) ?? false
  useEffect(() => onPending(isPending), [isPending])
  const ask = async (given: FormData) => {
    await call('POST', 'export/realm', { export_type: textIn(given, 'kind') })
    reload()
  }
  const kinds = KINDS.map((kind) => [kind, w.organization.exportKinds[kind] ?? kind] as const)
  return (
    <Section title={w.organization.archives} intro={w.organization.archivesText}>
      <Form label={w.organization.exportNow} submit={ask}>
        <ChoiceField label={w.organization.exportKind} name="kind" value="public" choices={kinds} />
      </Form>
      {!value && failure === undefined && <Loading />}
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      {value && value.exports.length > 0 && (
        <ul class="rows">
          {value.exports.toReversed().map((one) => (
            <ExportRow
              key={one.id}
              archive={one}
              progress={progress.find(({ id }) => id === one.id)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function ExportRow({
  archive,
  progress,
}: {
  archive: Export
  progress: ExportProgress | undefined
}) {
  const { acting_user_id: who, export_time: time, export_type: kind, export_url: url } = archive
  return (
    <li>
      <span class="main-text">
        <b>{w.organization.exportKinds[kind] ?? kind}</b>
        <span class="dim small">
          {userName(who)} · {formatExact(time)}
        </span>
      </span>
      {archive.pending && (
        <span class="row" role="status">
          <progress
            aria-label={w.organization.exportPending}
            {...(progress && progress.total > 0
              ? { max: progress.total, value: progress.written }
              : {})}
          />
          {progress && progress.total > 0
            ? w.organization.exportWritten(
                formatNumber(progress.written),
                formatNumber(progress.total),
              )
            : w.organization.exportPending}
        </span>
      )}
      {archive.failed_timestamp !== null && (
        <span class="badge bad">{w.organization.exportFailed}</span>
      )}
      {archive.deleted_timestamp !== null && <span class="badge">{w.organization.exportGone}</span>}
      {url !== null && (
        <a class="button small" href={new URL(url, location.href).pathname} download>
          {w.organization.exportTake}
        </a>
      )}
    </li>
  )
}
