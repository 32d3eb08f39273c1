import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../../app/config/config.ts'
import type { Log } from '../../lib/log.ts'
import type { SaleFinding } from '../../pay/seller/inspect-seller.ts'

/** Longest wait for what is found before a seller opens; what comes later is logged. */
const PROOF_MAX_MS = 2_000

/**
 * Lets a seller prove itself before it opens: logs what is doubtful, and throws ConfigError where no payment could arrive. What
 * cannot be reached in time keeps nothing closed.
 */
export async function proveSale(
  inspect: () => Promise<SaleFinding[]>,
  log: Log,
  maxMs = PROOF_MAX_MS,
): Promise<void> {
  const found = inspect()
  const ended = new AbortController()
  const late = sleep(maxMs, undefined, { signal: ended.signal, ref: false })
  const findings = await Promise.race([found, late]).catch(() => undefined)
  ended.abort()
  if (!findings) {
    found.then(
      (after) => report(after, log),
      (err: unknown) => log.warn({ err }, 'the checks of selling failed'),
    )
    return
  }
  report(findings, log)
  const failed = findings.filter(({ status }) => status === 'fail')
  if (failed.length === 0) return
  const reasons = failed.map(({ check, detail }) => `${check}: ${detail}`).join('; ')
  throw new ConfigError(`--paid: no payment can arrive: ${reasons}.`)
}

function report(findings: readonly SaleFinding[], log: Log): void {
  for (const { check, status, detail } of findings) {
    if (check === 'purchase' && status === 'ok') log.info({ detail }, 'a call was bought here')
    if (status === 'ok') continue
    log[status === 'fail' ? 'error' : 'warn']({ check, detail }, 'selling may not work')
  }
}
