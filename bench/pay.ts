import { unitsToUsd } from '../src/pay/protocol/money.ts'
import { measureBuyers } from './pay/buyers.ts'
import { type Loss, measureLosses } from './pay/faults.ts'
import { measureSpeed, type Times } from './pay/speed.ts'
import { machineLine, recordSection } from './record.ts'

/** Measures the cost of faults to a buyer, and of the gate to a call, against the stock x402 stack. */
export async function run(): Promise<void> {
  const times = await measureSpeed()
  const losses = [...(await measureLosses()), ...(await measureBuyers())]
  const text = [
    `${machineLine()} A real token at the address of USDC on a local chain; both sides settle through the same facilitator, over HTTP for the faults and in the process for the times. “Stock” is @x402/hono and @x402/fetch 2.27 with a caller that retries once; ours resends the same payment, as the answer says. Every call costs 0.002 unless a row says otherwise; a repeated answer is counted once. Paid is the difference of the buyer’s balance on the chain. Bellhop is never paid up front: its rows for that flow show its usual flow.`,
    lossTable(losses),
    'Milliseconds per call, with instant blocks and work that takes no time. The stock figure includes an HTTP round trip, ours does not: it is for orientation only. Overhead is the gate’s time beyond verifying and settling.',
    timeTable(times),
  ].join('\n\n')
  console.log(text)
  recordSection('pay', 'Payments', text)
}

function lossTable(losses: readonly Loss[]): string {
  return table(
    ['fault', 'system', 'seen', 'paid, USDC', 'answers', 'times worked'],
    losses.map(({ fault, system, seen, paid, answers, runs }) => [
      fault,
      system,
      seen,
      unitsToUsd(paid),
      String(answers),
      runs === null ? '' : String(runs),
    ]),
  )
}

function timeTable(times: Times): string {
  const rows: [string, readonly number[], string][] = [
    ['challenge', times.challenge, ''],
    ['verify', times.verify, ''],
    ['settle', times.settle, ''],
    ['paid call through the gate', times.gate, ''],
    ['of that, overhead', times.overhead, '≤ 2'],
    ['replayed answer', times.replay, '≤ 2'],
    ['paid call of the stock seller', times.stock, ''],
  ]
  return table(
    ['measure', 'p50', 'p95', 'target p50'],
    rows.map(([name, values, target]) => [
      name,
      quantile(values, 0.5).toFixed(2),
      quantile(values, 0.95).toFixed(2),
      target,
    ]),
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}
