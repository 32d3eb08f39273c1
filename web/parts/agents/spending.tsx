import { useState } from 'preact/hooks'
import { Meter } from '../../kit/chart.tsx'
import { dollars } from '../../kit/dollars.ts'
import { FormDialog, textIn, TextField } from '../../kit/forms.tsx'
import { Section } from '../../kit/frame.tsx'
import { List, Row } from '../../kit/list.tsx'
import { call } from '../../lib/api.ts'
import { formatBriefly } from '../../lib/format.ts'
import { ownUser } from '../../store/state.ts'
import { a } from '../../words/agents.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'
import { EndButton } from './end-button.tsx'
import type { Ledger } from './ledger.ts'

interface Props {
  id: number
  ledger: Ledger
  changed: () => void
}

/** What an agent has spent today against its limit, what was agreed to for good, and what it has paid. */
export function Spending({ id, ledger, changed }: Props) {
  const { usd_per_day: limit, usd_today: today, payments } = ledger
  const [isChanging, setChanging] = useState(false)
  const notice = limit === null ? dollars(today) : w.owner.spentOf(dollars(today), dollars(limit))
  return (
    <Section title={a.spending} intro={a.spendingText}>
      <div class="columns">
        <section class="card">
          <div class="limit">
            <div>
              <span>
                {a.today}
                <br />
                <span class="dim small">{notice}</span>
              </span>
              {ownUser().is_owner && (
                <button
                  type="button"
                  class="button small"
                  aria-label={`${w.change}: ${a.limit}`}
                  onClick={() => setChanging(true)}
                >
                  {w.change}
                </button>
              )}
            </div>
            {limit === null ? (
              <p class="dim small">{a.noLimit}</p>
            ) : (
              <Meter label={`${a.limit}: ${notice}`} value={Number(today)} max={Number(limit)} />
            )}
          </div>
        </section>
        <Consents id={id} ledger={ledger} changed={changed} />
      </div>
      <Payments payments={payments} />
      {isChanging && (
        <LimitDialog id={id} limit={limit} close={() => setChanging(false)} changed={changed} />
      )}
    </Section>
  )
}

function LimitDialog({
  id,
  limit,
  close,
  changed,
}: {
  id: number
  limit: string | null
  close: () => void
  changed: () => void
}) {
  const submit = async (form: FormData) => {
    const password = textIn(form, 'password')
    await call('POST', `/owner/agents/${id}/limit`, {
      usd_per_day: textIn(form, 'usd'),
      ...(password === '' ? {} : { password }),
    })
    changed()
  }
  return (
    <FormDialog title={a.limit} label={t.save} submit={submit} close={close}>
      <TextField
        label={a.newLimit}
        hint={a.limitHint}
        name="usd"
        value={limit ?? ''}
        inputMode="decimal"
        pattern="[0-9]{1,6}([.][0-9]{1,6})?"
        autoFocus
      />
      <TextField
        label={w.owner.password}
        hint={a.passwordHint}
        name="password"
        type="password"
        autocomplete="current-password"
      />
    </FormDialog>
  )
}

function Consents({ id, ledger: { consents }, changed }: Props) {
  const end = async (consent: number) => {
    await call('POST', `/owner/agents/${id}/consents/${consent}`)
    changed()
  }
  return (
    <section class="card stack">
      <div>
        <h4>{a.consents}</h4>
        <p class="dim small">{consents.length === 0 ? a.consentsNone : a.consentsText}</p>
      </div>
      <List
        items={consents}
        none={null}
        row={({ id: consent, host, usd_per_day, usd_today }) => (
          <Row
            key={consent}
            wraps
            name={host}
            about={`${a.upTo(dollars(usd_per_day))} · ${a.usedToday(dollars(usd_today))}`}
          >
            <EndButton
              of={host}
              title={a.endConsent}
              text={a.endConsentText(host)}
              end={async () => end(consent)}
            />
          </Row>
        )}
      />
    </section>
  )
}

function Payments({ payments }: Pick<Ledger, 'payments'>) {
  if (payments.length === 0) return <p class="dim">{a.paymentsNone}</p>
  return (
    <section class="section" aria-label={a.payments}>
      <h4>{a.payments}</h4>
      <ul class="rows">
        {payments.map(({ signedAt, operation, host, consent, state, usd }) => (
          <Row
            key={`${signedAt} ${operation}`}
            wraps
            name={<code>{operation}</code>}
            about={[
              host,
              formatBriefly(Date.parse(signedAt) / 1_000),
              consent === null ? a.small : (a.agreed[consent] ?? consent),
              w.owner.states[state] ?? state,
            ].join(' · ')}
          >
            <b class="sum">{dollars(usd)}</b>
          </Row>
        ))}
      </ul>
    </section>
  )
}
