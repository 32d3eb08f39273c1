import { useState } from 'preact/hooks'
import { Meter } from '../../kit/chart.tsx'
import { FormDialog, textIn, TextField } from '../../kit/forms.tsx'
import { Section } from '../../kit/frame.tsx'
import { isAdmin } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { Failed } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'

/** What may be taken of one thing, in MiB; 0 is unlimited. */
interface Quota {
  name: string
  mib: number
  highest_mib: number
}

const text = w.organization.quotas

const NAMES = Object.keys(text.names)

const quotaText = (mib: number) => (mib === 0 ? text.unlimited : text.mib(formatNumber(mib)))

const tellUse = (mib: number, usedMib: number | undefined) =>
  usedMib === undefined
    ? quotaText(mib)
    : text.usedOf(text.mib(formatNumber(usedMib)), quotaText(mib))

/** What uploads and messages take and may take: administrators change it, up to what the configuration allows. */
export function Quotas() {
  const [open, setOpen] = useState<Quota>()
  const { value, failure, reload } = useLoaded(
    async (signal) =>
      call<{ used_mib: number; quotas: readonly Quota[] }>('GET', '/owner/quotas', {}, signal),
    [],
  )
  if (!isAdmin()) return null
  return (
    <Section title={text.title} intro={text.intro}>
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      {failure === undefined && (
        <ul class="rows" aria-busy={!value}>
          {NAMES.map((name) => (
            <QuotaRow
              key={name}
              name={name}
              quota={value?.quotas.find((one) => one.name === name)}
              usedMib={name === 'uploads' ? (value?.used_mib ?? 0) : undefined}
              open={setOpen}
            />
          ))}
        </ul>
      )}
      {open && <QuotaDialog quota={open} close={() => setOpen(undefined)} changed={reload} />}
    </Section>
  )
}

/** One quota, as high before it is known as after, so that nothing moves when it comes. */
function QuotaRow({
  name,
  quota,
  usedMib,
  open,
}: {
  name: string
  quota: Quota | undefined
  usedMib: number | undefined
  open: (quota: Quota) => void
}) {
  const label = text.names[name]
  const usageText = quota ? tellUse(quota.mib, usedMib) : '…'
  return (
    <li>
      <span class="main-text">
        <b>{label}</b>
        <span class="dim small">{usageText}</span>
        {usedMib !== undefined && quota?.mib !== 0 && (
          <Meter label={`${label}: ${usageText}`} value={usedMib} max={quota?.mib ?? 0} />
        )}
      </span>
      <button
        type="button"
        class="button small"
        aria-label={`${w.change}: ${label}`}
        disabled={!quota}
        onClick={() => quota && open(quota)}
      >
        {w.change}
      </button>
    </li>
  )
}

function QuotaDialog({
  quota: { name, mib, highest_mib: highest },
  close,
  changed,
}: {
  quota: Quota
  close: () => void
  changed: () => void
}) {
  const submit = async (form: FormData) => {
    await call('POST', '/owner/quotas', { [name]: textIn(form, 'mib') || '0' })
    changed()
  }
  return (
    <FormDialog title={text.names[name] ?? name} label={t.save} submit={submit} close={close}>
      <TextField
        label={text.field}
        hint={highest === 0 ? text.none : text.highest(quotaText(highest))}
        name="mib"
        value={mib === 0 ? '' : String(mib)}
        inputMode="numeric"
        pattern="[0-9]{1,9}"
        autoFocus
      />
    </FormDialog>
  )
}
