import type { OwnerDesk } from '../../src/http/owner/desk.ts'

const noQuotas = { uploads: 0, uploadsPerAccount: 0, messagesPerAccount: 0 }
const sums = { operations: [], days: [] }

/** What the owner sees of a server where nothing has happened. */
export const emptyDesk: OwnerDesk = {
  money: async () => ({ wallet: undefined, spent: sums, earned: { ...sums, open: [] } }),
  caps: async () => undefined,
  setCaps: async () => {},
  payments: async () => [],
  receipts: async () => 'signedAt',
  usage: async () => [{ day: '2026-03-04', key: 'ci', calls: 3, usd: '0.25', bytes: 1_048_576 }],
  teams: async () => [
    {
      team: 'research',
      calls: 120,
      usd: '0.25',
      bytes: 3_145_728,
      callsPerDay: 1_000,
      usdPerDay: '5',
    },
    { team: 'support', calls: 0, usd: '0', bytes: 0, bytesPerDay: 2_097_152_000 },
  ],
  usageCsv: async () => 'day,key,calls,usd,bytes',
  versions: { bellhop: '1', node: '24', platform: 'linux' },
  store: async () => 'sqlite',
  metrics: async () => ({ calls: [], gauges: [] }),
  doctor: async () => [],
  calls: async () => [],
  failures: async () => [],
  activity: async () => new Map(),
  ownerOf: async (id) => id,
  agent: async () => ({
    calls: [],
    payments: [],
    usdPerDay: undefined,
    usdToday: '0',
    consents: [],
    programs: [],
    keys: [],
  }),
  setAgentLimit: async () => {},
  endConsent: async () => false,
  endKey: async () => false,
  tools: async () => [],
  quotas: async () => ({ inForce: noQuotas, configured: noQuotas, usedMib: 0 }),
  setQuotas: async () => {},
  moving: async () => ({ exports: [], imports: [] }),
  imports: async () => ({ folder: '/data/imports', archives: [], job: undefined }),
  takeArchive: async () => 'archive.zip',
  startImport: async () => {},
}
