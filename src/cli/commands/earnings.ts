import type { Composed } from '../../app/compose.ts'
import { unitsToUsd } from '../../pay/protocol/money.ts'
import { type Earnings, readEarnings, type Takings } from '../../pay/seller/earnings.ts'

/** `bellhop earnings`: what was sold, per operation and per day, and what is not settled yet. */
export async function earnings({ store }: Pick<Composed, 'store'>): Promise<void> {
  const found = await readEarnings(await store())
  const text = process.stdout.isTTY ? earningsText(found) : earningsLines(found)
  process.stdout.write(`${text}\n`)
}

/** One JSON object a line, for a pipe. */
export function earningsLines({ operations, days, open, refused }: Earnings): string {
  const rows = [
    ...operations.map((row) => ({ kind: 'operation', ...inUsd(row) })),
    ...days.map((row) => ({ kind: 'day', ...inUsd(row) })),
    ...open.map((row) => ({ kind: 'unsettled', ...inUsd(row) })),
    ...refused.map((row) => ({ kind: 'refused', ...inUsd(row) })),
    ...totals(operations).map((row) => ({ kind: 'total', ...inUsd(row) })),
  ]
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

/** Earnings as text for people, in sections. */
export function earningsText({ operations, days, open, refused }: Earnings): string {
  const sections: [string, (readonly [string, Takings])[]][] = [
    ['Per operation', operations.map((row) => [row.operation, row])],
    ['Per day (UTC)', days.map((row) => [row.day, row])],
    ['Not settled yet', open.map((row) => [row.operation, row])],
    ['Refused, nothing delivered', refused.map((row) => ['', row])],
    ['In all', totals(operations).map((row) => ['', row])],
  ]
  const nonEmpty = sections.filter(([, rows]) => rows.length > 0)
  if (nonEmpty.length === 0) return 'Nothing was sold yet.'
  return nonEmpty
    .map(([title, rows]) => [title, ...rows.map(([name, row]) => line(name, row))].join('\n'))
    .join('\n\n')
}

function line(name: string, { network, calls, units }: Takings): string {
  const usd = `${unitsToUsd(units)} USDC`
  return `  ${name.padEnd(20)}${String(calls).padStart(8)} calls ${usd.padStart(18)}  ${network}`
}

function inUsd<T extends Takings>({ units, ...row }: T) {
  return { ...row, usd: unitsToUsd(units) }
}

function totals(rows: readonly Takings[]): Takings[] {
  const byNetwork = new Map<string, Takings>()
  for (const { network, calls, units } of rows) {
    const sum = byNetwork.get(network) ?? { network, calls: 0, units: 0 }
    byNetwork.set(network, { network, calls: sum.calls + calls, units: sum.units + units })
  }
  return [...byNetwork.values()]
}
