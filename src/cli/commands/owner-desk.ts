import type { CallLog } from '../../app/call-log.ts'
import type { Composed } from '../../app/compose.ts'
import type { Config } from '../../app/config/config.ts'
import { spendingOf } from '../../contract/spending.ts'
import type { Offer } from '../../core/select/select.ts'
import type { Amount, Finding, OwnerDesk } from '../../http/owner/desk.ts'
import type { Metrics } from '../../lib/metrics.ts'
import { once } from '../../lib/once.ts'
import { VERSION } from '../../lib/version.ts'
import { unitsToUsd } from '../../pay/protocol/money.ts'
import { openAgentDesk } from './agent-desk.ts'
import { importFolder, importParts } from './import-parts.ts'

/** How long findings are shown again: looking takes seconds, and reaches out. */
const FINDINGS_KEPT_MS = 30_000

/** What the owner's page shows of a server, and the log that it reads. */
export function openOwnerDesk(
  composed: Composed,
  config: Config,
  { offer, metrics, log }: { offer: Offer; metrics: Metrics; log: CallLog },
): OwnerDesk {
  const { services, store, chat } = composed
  const { spending } = services
  const importJobs = once(async () => {
    const { ImportJobs } = await import('../../chat/moving/import-jobs.ts')
    return new ImportJobs(await importParts(composed, config))
  })
  let findings: { atMs: number; found: Promise<Finding[]> } | undefined
  return {
    async money(signal) {
      const { readEarnings } = await import('../../pay/seller/earnings.ts')
      const { readExpenses } = await import('../../pay/buyer/expenses.ts')
      const db = await store()
      const [status, spent, earned] = await Promise.all([
        spending?.status(signal),
        readExpenses(db),
        readEarnings(db),
      ])
      return {
        wallet:
          status && spending
            ? { ...status, configured_caps: await spending.configuredCaps() }
            : undefined,
        spent: sumsOf(spent),
        earned: { ...sumsOf(earned), open: earned.open.map(amountOfOperation) },
      }
    },
    caps: async (signal) => (await spending?.status(signal))?.caps,
    setCaps: async (caps) => spendingOf(services).setCaps(caps),
    payments: async (page) => spendingOf(services).history(page),
    async receipts() {
      const { receiptsCsv } = await import('./wallet-receipts.ts')
      return receiptsCsv(spendingOf(services))
    },
    async usage(limit) {
      const { readKeyUsage } = await import('../../core/plans/key-plans.ts')
      return readKeyUsage(await store(), limit)
    },
    async teams() {
      const { readTeams } = await import('../../core/plans/teams.ts')
      return readTeams(await store(), services.now().getTime())
    },
    async usageCsv() {
      const { usageCsv } = await import('./usage.ts')
      return usageCsv(await store())
    },
    versions: {
      bellhop: VERSION,
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
    },
    store: async () => (await store()).kind,
    metrics: async () => metrics.read(),
    async doctor() {
      const atMs = services.now().getTime()
      if (!findings || atMs - findings.atMs > FINDINGS_KEPT_MS) {
        const { inspectServer } = await import('./doctor.ts')
        findings = { atMs, found: inspectServer(composed, config, offer.routes) }
      }
      return findings.found
    },
    calls: async (limit, account) => log.calls(limit, account),
    failures: async (limit, kind) => log.failures(limit, kind),
    activity: async () => log.activity(),
    ...openAgentDesk(composed, log),
    tools: async () => offer.finder.tools(),
    async quotas() {
      const { reportQuotas } = await import('../../chat/organization/report-quotas.ts')
      return reportQuotas(await chat.chat())
    },
    async setQuotas(quotas) {
      const { setQuotas } = await import('../../chat/organization/quotas.ts')
      await setQuotas(await chat.chat(), quotas)
    },
    async moving() {
      const { readProgress } = await import('../../chat/moving/progress.ts')
      return readProgress(await chat.chat())
    },
    async imports() {
      const jobs = await importJobs()
      return { folder: importFolder(config), archives: await jobs.list(), job: jobs.job }
    },
    takeArchive: async (userId, pathId) => (await importJobs()).take(userId, pathId),
    startImport: async (archive, isTrial) => (await importJobs()).start(archive, isTrial),
  }
}

interface Summed {
  network: string
  calls: number
  units: number
}

function sumsOf(sums: {
  operations: readonly (Summed & { operation: string })[]
  days: readonly (Summed & { day: string })[]
}) {
  return {
    operations: sums.operations.map(amountOfOperation),
    days: sums.days.map((row) => amountOf(row.day, row)),
  }
}

function amountOfOperation(row: Summed & { operation: string }): Amount {
  return amountOf(row.operation, row)
}

function amountOf(of: string, { network, calls, units }: Summed): Amount {
  return { of, network, calls, usd: unitsToUsd(units) }
}
