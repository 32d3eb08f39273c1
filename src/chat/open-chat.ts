import type { Log } from '../lib/log.ts'
import type { Store } from '../store/port.ts'
import { hearOfPolls } from './events/open-polls.ts'
import { QUEUE_POSITIONS_INTERVAL_MS, storeQueuePositions } from './events/queue-positions.ts'
import { sweepQueues } from './events/sweep-queues.ts'
import { createFileAccess } from './files/file-access.ts'
import { createEntry } from './invitations/entry.ts'
import { getCachedReader } from './kernel/directory-cache.ts'
import { createEventLogCache } from './kernel/event-log-cache.ts'
import { readLog } from './kernel/read-event-log.ts'
import type { Chat, ChatFiles } from './kernel/types.ts'
import { reader } from './kernel/unit-of-work.ts'
import { HeldRights } from './users/held-rights.ts'
import { findEnd } from './users/rights.ts'
import { createLoginThrottle } from './users/sign-in/login-throttle.ts'
import { PASSWORD_COST } from './users/sign-in/passwords.ts'
import { createSessions } from './users/sign-in/sessions.ts'
import { signIn } from './users/sign-in/sign-in.ts'

/** Dependencies of a chat. */
export interface ChatParts {
  store: Store
  now(): Date
  log: Log
  files: ChatFiles
  realmHost: string
  url(): string
  tokens?: Chat['tokens']
  usesGravatar?: Chat['usesGravatar']
  relay?: Chat['relay']
  mail?: Chat['mail']
  showLink?: Chat['showLink']
  serviceClient?: Chat['serviceClient']
  describeLink?: Chat['describeLink']
  messageQuotaMib?: Chat['messageQuotaMib']
  directoryQuotaMib?: Chat['directoryQuotaMib']
  renderingMaxMs?: Chat['renderingMaxMs']
  /** How often it is looked whether rights to what is open have ended, for tests. */
  rightsLookMs?: number | undefined
  /** Default: that of the product. */
  passwordCost?: Chat['passwordCost']
}

/** Interval between removals of abandoned queues and unneeded events. */
const SWEEP_INTERVAL_MS = 60_000

/** Interval between checks for scheduled messages that are due. */
const DELIVERY_INTERVAL_MS = 5_000

const PLACES_FAILURE = 'the activity of queues could not be stored'

/** Builds the team chat on an open store. */
export function openChat({ url, rightsLookMs, ...parts }: ChatParts): {
  chat: Chat
  close(): void
} {
  const ending = new AbortController()
  const chat: Chat = {
    passwordCost: PASSWORD_COST,
    ...parts,
    closing: ending.signal,
    loginThrottle: createLoginThrottle(parts),
    get url() {
      return url()
    },
    eventLogCache: createEventLogCache(async (above) => readLog(reader(chat), above), {
      doorbell: parts.store.doorbell,
    }),
    get fileAccess() {
      return fileAccess
    },
    get sessions() {
      return sessions
    },
    get entry() {
      return entry
    },
    signIn: async (credentials, client) => signIn(chat, credentials, client),
    holdRight: (right, end) => rights.hold(right, end),
    findRightEnd: async (right) =>
      findEnd(await getCachedReader(chat), right, chat.now().getTime()),
    async admitIdentity(identity) {
      const { admitIdentity } = await import('./users/accounts/admit-identity.ts')
      return admitIdentity(chat, identity)
    },
    async requireSignature(botId, event) {
      const { requireSignature } = await import('./users/bots/webhook-signature.ts')
      await requireSignature(chat, botId, event)
    },
    async stopDigests(token) {
      const { stopDigests } = await import('./notifications/digest-link.ts')
      await stopDigests(chat, token)
    },
    async confirmEmail(token) {
      const { confirmEmail } = await import('./users/accounts/change-email.ts')
      const { notifyOldAddress } = await import('./users/accounts/change-email.ts')
      const { email } = await confirmEmail(chat, token)
      await notifyOldAddress(chat, email)
    },
  }
  hearOfPolls(chat)
  const rights = new HeldRights(chat, rightsLookMs)
  const fileAccess = createFileAccess(chat)
  const sessions = createSessions(chat)
  const entry = createEntry(chat)
  const timers = [
    repeated(parts.log, {
      everyMs: SWEEP_INTERVAL_MS,
      work: async () => sweepQueues(chat),
      failure: 'event queues could not be swept',
    }),
    repeated(parts.log, {
      everyMs: DELIVERY_INTERVAL_MS,
      async work() {
        const { isAnythingDue } = await import('./personal/load-due.ts')
        if (!(await isAnythingDue(chat))) return
        const { deliverDue } = await import('./personal/deliver-scheduled.ts')
        const { deliverReminders } = await import('./personal/deliver-reminders.ts')
        await deliverDue(chat)
        await deliverReminders(chat)
      },
      failure: 'scheduled messages could not be sent',
    }),
    repeated(parts.log, {
      everyMs: QUEUE_POSITIONS_INTERVAL_MS,
      work: async () => storeQueuePositions(chat, { all: false }),
      failure: PLACES_FAILURE,
    }),
  ]
  return {
    chat,
    close() {
      for (const timer of timers) clearInterval(timer)
      storeQueuePositions(chat, { all: true }).catch((error: unknown) => {
        parts.log.warn({ err: error }, PLACES_FAILURE)
      })
      ending.abort()
      chat.eventLogCache.close()
    },
  }
}

/** A background task repeated while the chat is open. */
interface Repeated {
  everyMs: number
  work(): Promise<void>
  /** Log message of a failure; the next turn retries. */
  failure: string
}

/** Runs the task until the timer is cleared; turns never overlap. */
function repeated(log: Log, { everyMs, work, failure }: Repeated): NodeJS.Timeout {
  let isRunning = false
  const turn = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, failure)
    } finally {
      isRunning = false
    }
  }
  return setInterval(() => void turn(), everyMs).unref()
}
