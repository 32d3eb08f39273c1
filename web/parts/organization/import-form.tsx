import { useEffect, useState } from 'preact/hooks'
import { ChoiceField, Form, TextField, textIn } from '../../kit/forms.tsx'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { upload } from '../../lib/upload.ts'
import { Failed } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { w } from '../../words/team.ts'
import { countsText } from './imports.tsx'
import type { ImportDesk, ImportJob } from './moving.ts'

const text = w.organization.importForm

/** How often it is asked how far an import has come, in milliseconds. */
const ASK_AGAIN_MS = 1_000

const MEBIBYTE = 1024 * 1024

/** Imports an archive that lies at the server or is uploaded, after a look at what that would do. */
export function ImportForm({ onImport }: { onImport: () => void }) {
  const { value, failure, reload } = useLoaded(
    async (signal) => call<ImportDesk>('GET', '/owner/imports', {}, signal),
    [],
  )
  const [sent, setSent] = useState<number>()
  const job = value?.job ?? undefined
  useEffect(() => {
    const timer = job?.is_running ? setTimeout(reload, ASK_AGAIN_MS) : undefined
    if (job && !job.is_running && !job.dry_run) onImport()
    return () => clearTimeout(timer)
  }, [value])
  const submit = async (given: FormData) => {
    const file = given.get('file')
    const dry_run = textIn(given, 'how') === 'try'
    if (file instanceof File && file.size > 0) {
      const { url } = await upload(file, setSent, new AbortController().signal).finally(() =>
        setSent(undefined),
      )
      await call('POST', '/owner/imports', { upload: url, dry_run })
    } else await call('POST', '/owner/imports', { archive: textIn(given, 'archive'), dry_run })
    reload()
  }
  if (failure !== undefined) return <Failed reason={failure} retry={reload} />
  if (!value) return null
  const archives = value.archives.map(
    ({ name, bytes }) =>
      [name, `${name} (${formatNumber(Math.ceil(bytes / MEBIBYTE))} MiB)`] as const,
  )
  return (
    <>
      <Form label={text.begin} submit={submit}>
        <TextField
          label={text.file}
          hint={text.folder(value.folder)}
          name="file"
          type="file"
          accept=".zip,.gz,.tgz,.tar,.json,.jsonl"
        />
        {archives.length > 0 && (
          <ChoiceField
            label={text.archive}
            name="archive"
            value={job?.archive ?? archives[0]?.[0] ?? ''}
            choices={archives}
          />
        )}
        <ChoiceField
          label={text.how}
          name="how"
          value="try"
          choices={[
            ['try', text.try],
            ['import', text.import],
          ]}
        />
      </Form>
      {sent !== undefined && (
        <p role="status">{text.sent(formatNumber(Math.ceil(sent / MEBIBYTE)))}</p>
      )}
      {job && <Job job={job} />}
    </>
  )
}

function Job({ job }: { job: ImportJob }) {
  const { archive, dry_run, is_running, progress, failure, report } = job
  if (is_running) {
    const { step, done, total } = progress
    return (
      <p class="row" role="status">
        <progress
          aria-label={w.organization.importPending}
          {...(total > 0 ? { max: total, value: done } : {})}
        />
        {`${archive}: ${text.steps[step] ?? step}`}
      </p>
    )
  }
  if (failure !== null) {
    return (
      <p class="note bad" role="alert">
        {`${archive}: ${failure}`}
      </p>
    )
  }
  if (!report) return null
  const { source, messages_found, messages_left_out, brought, left_out, left_out_path } = report
  return (
    <div class="stack" role="status">
      <b>
        {dry_run
          ? text.tried(archive)
          : report.was_finished
            ? text.before(archive)
            : text.done(archive)}
      </b>
      <span>
        {text.messages(
          source,
          formatNumber(messages_found),
          formatNumber(brought['messages'] ?? 0),
          formatNumber(messages_left_out),
        )}
      </span>
      <span class="dim small">{countsText(brought)}</span>
      {Object.keys(left_out).length > 0 && (
        <span class="dim small">{w.organization.leftOut(countsText(left_out))}</span>
      )}
      {left_out_path !== null && <span class="dim small">{text.leftOutIn(left_out_path)}</span>}
    </div>
  )
}
