import { useState } from 'preact/hooks'
import { Columns, Meter, Shares } from '../../kit/chart.tsx'
import { dollars } from '../../kit/dollars.ts'
import { Copyable, FormDialog, textIn, TextField } from '../../kit/forms.tsx'
import { Frame, Section, type Tab } from '../../kit/frame.tsx'
import { call } from '../../lib/api.ts'
import { formatBriefly } from '../../lib/format.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'
import { CodeImage } from './code-image.tsx'
import type { Caps, Money, Payment, Sums, Wallet } from './types.ts'

const PAYMENTS_SHOWN = 50

/** The page `#owner/money`: wallet, limits, spending and earnings. */
export function MoneyPage({ tabs }: { tabs: readonly Tab[] }) {
  const { value, failure, reload } = useLoaded(
    async (signal) => call<Money>('GET', '/owner/money', {}, signal),
    [],
  )
  return (
    <Frame
      title={t.navigation.money}
      isNamedAbove
      intro={w.owner.moneyIntro}
      tabs={tabs}
      tabsLabel={w.owner.tabs}
    >
      {!value && failure === undefined && <Loading />}
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      {value && (
        <>
          {value.wallet?.address ? (
            <div class="columns">
              <Balance wallet={value.wallet} address={value.wallet.address} />
              <Limits wallet={value.wallet} changed={reload} />
            </div>
          ) : (
            <Empty icon="coin" title={w.owner.noWallet}>
              <p>
                {w.owner.noWalletText}
                <br />
                <code>bellhop wallet new</code>
              </p>
            </Empty>
          )}
          <div class="columns">
            <SumsCard title={w.owner.spent} sums={value.spent} none={w.owner.nothingSpent} />
            <SumsCard title={w.owner.earned} sums={value.earned} none={w.owner.nothingEarned} />
          </div>
          {value.wallet && <Payments />}
        </>
      )}
    </Frame>
  )
}

function Balance({ wallet, address }: { wallet: Wallet; address: string }) {
  const [isFunding, setFunding] = useState(false)
  return (
    <section class="card balance">
      <h3>{w.owner.balance}</h3>
      <p>
        <span class="sum">
          {wallet.balance === null ? w.owner.unknown : dollars(wallet.balance)}
        </span>
        <br />
        <span class="dim small">{w.owner.onNetwork(wallet.asset, wallet.network)}</span>
      </p>
      <Copyable text={address} label={w.owner.balance} />
      <div>
        <button
          type="button"
          class="button"
          aria-expanded={isFunding}
          onClick={() => setFunding(!isFunding)}
        >
          {w.owner.fund}
        </button>
      </div>
      {isFunding && (
        <>
          <CodeImage text={address} />
          <p class="dim small">{w.owner.fundText}</p>
        </>
      )}
    </section>
  )
}

const LIMITS = [
  ['perCall', 'per_call', w.owner.perCall],
  ['perSession', 'per_session', w.owner.perSession],
  ['perDay', 'per_day', w.owner.perDay],
] as const satisfies readonly (readonly [keyof Caps, string, string])[]

type Limit = (typeof LIMITS)[number]

function Limits({ wallet, changed }: { wallet: Wallet; changed: () => void }) {
  const [open, setOpen] = useState<Limit>()
  const spent: Partial<Record<keyof Caps, string>> = {
    perSession: wallet.spent.session,
    perDay: wallet.spent.day,
  }
  return (
    <section class="card">
      <h3>{w.owner.limits}</h3>
      <p class="dim small">{w.owner.limitsText}</p>
      <br />
      {LIMITS.map((limit) => {
        const [cap, , label] = limit
        const used = spent[cap]
        const notice =
          used === undefined
            ? dollars(wallet.caps[cap])
            : w.owner.spentOf(dollars(used), dollars(wallet.caps[cap]))
        return (
          <div class="limit" key={cap}>
            <div>
              <span>
                {label}
                <br />
                <span class="dim small">{notice}</span>
              </span>
              <button
                type="button"
                class="button small"
                aria-label={`${w.change}: ${label}`}
                onClick={() => setOpen(limit)}
              >
                {w.change}
              </button>
            </div>
            {used !== undefined && (
              <Meter
                label={`${label}: ${notice}`}
                value={Number(used)}
                max={Number(wallet.caps[cap])}
              />
            )}
          </div>
        )
      })}
      <div class="limit">
        <div>
          <span>{w.owner.asksAbove}</span>
          <span class="dim small">{dollars(wallet.caps.approveAbove)}</span>
        </div>
      </div>
      {open && (
        <LimitDialog
          limit={open}
          wallet={wallet}
          close={() => setOpen(undefined)}
          changed={changed}
        />
      )}
    </section>
  )
}

function LimitDialog({
  limit: [cap, name, label],
  wallet,
  close,
  changed,
}: {
  limit: Limit
  wallet: Wallet
  close: () => void
  changed: () => void
}) {
  const submit = async (form: FormData) => {
    const password = textIn(form, 'password')
    await call('POST', '/owner/money/limits', {
      [name]: textIn(form, 'usd'),
      ...(password === '' ? {} : { password }),
    })
    changed()
  }
  return (
    <FormDialog title={label} label={t.save} submit={submit} close={close}>
      <TextField
        label={w.owner.newLimit}
        hint={w.owner.highest(dollars(wallet.configured_caps[cap]))}
        name="usd"
        value={wallet.caps[cap]}
        inputMode="decimal"
        pattern="[0-9]{1,6}([.][0-9]{1,6})?"
        required
        autoFocus
      />
      <TextField
        label={w.owner.password}
        hint={w.owner.passwordHint}
        name="password"
        type="password"
        autocomplete="current-password"
      />
    </FormDialog>
  )
}

/** Amounts with the same name on several networks are one bar. */
function barsOf(amounts: Sums['days']) {
  const byName = new Map<string, number>()
  for (const { of, usd } of amounts) byName.set(of, (byName.get(of) ?? 0) + Number(usd))
  return [...byName].map(([label, value]) => ({ label, value, text: dollars(String(value)) }))
}

function SumsCard({ title, sums, none }: { title: string; sums: Sums; none: string }) {
  const days = barsOf(sums.days).toReversed()
  const operations = barsOf(sums.operations).toSorted((a, b) => b.value - a.value)
  const total = dollars(String(days.reduce((sum, { value }) => sum + value, 0)))
  return (
    <section class="card stack">
      <h3>{title}</h3>
      {days.length === 0 ? (
        <p class="dim">{none}</p>
      ) : (
        <>
          <p class="dim small">{w.owner.lastDays(days.length, total)}</p>
          <Columns label={`${title}: ${w.owner.byDay}`} bars={days} />
          <h4 class="small">{w.owner.byOperation}</h4>
          <Shares label={`${title}: ${w.owner.byOperation}`} bars={operations} />
        </>
      )}
    </section>
  )
}

function Payments() {
  const { value, failure, reload } = useLoaded(
    async (signal) =>
      call<{ payments: readonly Payment[] }>(
        'GET',
        '/owner/money/payments',
        { limit: PAYMENTS_SHOWN },
        signal,
      ),
    [],
  )
  return (
    <Section
      title={w.owner.payments}
      actions={
        <a class="button small" href="/owner/money/receipts.csv" download>
          {w.owner.receipts}
        </a>
      }
    >
      {!value && failure === undefined && <Loading />}
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      {value?.payments.length === 0 && <p class="dim">{w.owner.noPayments}</p>}
      {value && value.payments.length > 0 && (
        <div class="table-box" tabIndex={0} role="region" aria-label={w.owner.payments}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{w.owner.when}</th>
                <th scope="col">{w.owner.operation}</th>
                <th scope="col">{w.owner.host}</th>
                <th scope="col">{w.owner.state}</th>
                <th scope="col" class="number">
                  {w.owner.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {value.payments.map((payment) => (
                <tr key={`${payment.signedAt} ${payment.operation}`}>
                  <td>{formatBriefly(Date.parse(payment.signedAt) / 1_000)}</td>
                  <td>{payment.operation}</td>
                  <td>{payment.host}</td>
                  <td>{w.owner.states[payment.state] ?? payment.state}</td>
                  <td class="number">{dollars(payment.usd)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
