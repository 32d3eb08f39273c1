import type { CallCourse, CallEnding } from '../../contract/call-course.ts'
import type { LocalAccount } from '../../contract/chat.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import type { PastPayment, SpendingCaps, WalletStatus } from '../../contract/spending.ts'
import type { KeyUsage } from '../../core/plans/key-plans.ts'
import type { TeamUse } from '../../core/plans/teams.ts'
import type { MetricsReading } from '../../lib/metrics.ts'
import type { StandingConsent } from '../../pay/buyer/standing-consents.ts'

/** An amount of one operation or day on one network. */
export interface Amount {
  /** Name of the operation, or a UTC date. */
  of: string
  network: string
  calls: number
  usd: string
}

/** Amounts summed up in two ways. */
export interface Sums {
  operations: Amount[]
  /** The latest first. */
  days: Amount[]
}

/** The money of this instance. */
export interface Money {
  /** Undefined where neither a wallet nor another instance is configured. */
  wallet: (WalletStatus & { configured_caps: SpendingCaps }) | undefined
  spent: Sums
  /** What was sold; `open` is not settled yet. */
  earned: Sums & { open: Amount[] }
}

/** What was found of one thing that the server stands on. */
export interface Finding {
  check: string
  status: string
  detail: string
}

/** A call that has ended. */
export type EndedCall = CallCourse & CallEnding

/** Activity of an account that calls. */
export interface Activity {
  last: EndedCall | undefined
  running: readonly CallCourse[]
}

/** A call of an agent, with the conversation that it is part of. */
export type AgentCall = EndedCall & {
  /** Absent where it is part of none, or of one that the reader may not read. */
  place?: { stream_id: number; topic: string } | { user_ids: number[] }
  /** Whether it took part in a conversation that the reader may not read, or may not be told of. */
  isHidden: boolean
}

/** A program that somebody has let in by OAuth. */
export interface LetInProgram {
  program_id: string
  user_id: number
  name: string
  redirect_host: string
  scopes: string[]
  /** UNIX seconds. */
  created: number
  last_seen: number
}

/** A payment of an agent, and whether a person agreed to it. */
export type AgentPayment = PastPayment & { consent: 'asked' | 'standing' | null }

/** What one agent did and paid, and what its owner lets it do. */
export interface AgentLedger {
  /** The newest first. */
  calls: AgentCall[]
  payments: AgentPayment[]
  /** What it may spend between two midnights (UTC); undefined where only the wallet's limits count. */
  usdPerDay: string | undefined
  usdToday: string
  /** Consents that stand until they are ended. */
  consents: StandingConsent[]
  /** Programs that the account has let in by OAuth. */
  programs: LetInProgram[]
  /** API keys by the beginning of their digests; `madeMs` is null where that is not known. */
  keys: { id: string; madeMs: number | null }[]
}

/** Limits that may be changed, in USD. */
export type ChangedCaps = Partial<Omit<SpendingCaps, 'approveAbove'>>

/** Quotas in MiB; 0 is unlimited. */
export interface QuotaAmounts {
  uploads: number
  uploadsPerAccount: number
  messagesPerAccount: number
}

/** How far exports and imports have come. */
export interface MovingProgress {
  exports: { id: number; written: number; total: number }[]
  imports: {
    id: string
    isFinished: boolean
    atMs: number | undefined
    files: number
    total: number
    brought: Readonly<Record<string, number>>
    leftOut: Readonly<Record<string, number>>
  }[]
}

/** What an import has done, or would do. */
export interface ImportCounts {
  source: string
  messagesFound: number
  messagesLeftOut: number
  brought: Readonly<Record<string, number>>
  leftOut: Readonly<Record<string, number>>
  /** Where all is that was left out; undefined where nothing was. */
  leftOutPath: string | undefined
  wasFinished: boolean
}

/** Archives that lie at the server to be imported, and the import that runs or was the last one. */
export interface ImportDesk {
  /** Where they lie. */
  folder: string
  archives: { name: string; bytes: number }[]
  job:
    | {
        archive: string
        isTrial: boolean
        isRunning: boolean
        progress: { step: string; done: number; total: number }
        report?: ImportCounts
        failure?: string
      }
    | undefined
}

/** What the owner of a server looks at and changes. Nothing here moves money or knows a key. */
export interface OwnerDesk {
  money(signal: AbortSignal): Promise<Money>
  /** The limits in force; undefined without a wallet. */
  caps(signal: AbortSignal): Promise<SpendingCaps | undefined>
  /** Throws `invalid_input` above what is configured, `unavailable` without a wallet. */
  setCaps(caps: ChangedCaps): Promise<void>
  payments(page: { limit: number; before?: string | undefined }): Promise<PastPayment[]>
  /** All payments as CSV. */
  receipts(): Promise<string>
  /** What keys with a plan have used, the latest day first. */
  usage(limit: number): Promise<KeyUsage[]>
  /** What teams have used today, of what they may. */
  teams(): Promise<TeamUse[]>
  /** All of that as CSV. */
  usageCsv(): Promise<string>
  versions: { bellhop: string; node: string; platform: string }
  store(): Promise<string>
  metrics(): Promise<MetricsReading>
  doctor(): Promise<Finding[]>
  /** The newest first. */
  calls(limit: number, account?: number): Promise<EndedCall[]>
  /** Calls that failed by faults of the server, or that their callers were refused. */
  failures(limit: number, kind: 'faults' | 'refusals'): Promise<EndedCall[]>
  activity(): Promise<ReadonlyMap<number, Activity>>
  /** Who owns an agent: themselves for people; undefined where there is no such account, or it is the server's own. */
  ownerOf(account: number): Promise<number | undefined>
  /** Keys are told of bots, and of the reader. */
  agent(reader: LocalAccount, account: number): Promise<AgentLedger>
  /** Sets what an agent may spend in a day; undefined for no limit of its own. */
  setAgentLimit(account: number, usdPerDay: string | undefined): Promise<void>
  /** Ends a standing consent; returns whether there was one. */
  endConsent(account: number, id: number): Promise<boolean>
  /** Ends an API key of a bot, or of the reader; returns whether there was one. */
  endKey(reader: LocalAccount, account: number, id: string): Promise<boolean>
  /** Everything that models may call. */
  tools(): Promise<readonly AnyOperation[]>
  /** Quotas in force, those of the configuration, and what uploads take. */
  quotas(): Promise<{ inForce: QuotaAmounts; configured: QuotaAmounts; usedMib: number }>
  /** Throws `invalid_input` above what is configured. */
  setQuotas(quotas: Partial<QuotaAmounts>): Promise<void>
  moving(): Promise<MovingProgress>
  imports(): Promise<ImportDesk>
  /** Puts an upload of an account where archives lie, and returns its name there. Throws `not_found`. */
  takeArchive(userId: number, pathId: string): Promise<string>
  /** Begins to import an archive. Throws `not_found`, and `invalid_input` while another import runs. */
  startImport(archive: string, isTrial: boolean): Promise<void>
}
