import type { Log } from '../log.ts'
import type { Store } from '../store/port.ts'
import { readLog } from './events/read-log.ts'
import { PLACES_INTERVAL_MS, storePlaces } from './events/places.ts'
import { sweepQueues } from './events/sweep.ts'
import { createTail } from './events/tail.ts'
import { createAttempts } from './people/attempts.ts'
import { fileDoors } from './files/doors.ts'
import { createSessions } from './people/sessions.ts'
import { signIn } from './people/sign-in.ts'
import type { Chat, ChatFiles } from './port.ts'
import { reader } from './write.ts'

/** What a chat is built from. */
export interface ChatParts {
  store: Store
  now(): Date
  log: Log
  files: ChatFiles
  realmHost: string
  url(): string
  tokens?: Chat['tokens']
  relay?: Chat['relay']
  mail?: Chat['mail']
}

/** How often abandoned queues and events that nobody needs are looked for. */
const SWEEP_INTERVAL_MS = 60_000

/** How often messages whose time has come are looked for. */
const DELIVERY_INTERVAL_MS = 5_000

/** Builds the team chat on an open store. */
export function openChat({ url, ...parts }: ChatParts): { chat: Chat; close(): void } {
  const ending = new AbortController()
  const chat: Chat = {
    ...parts,
    closing: ending.signal,
    attempts: createAttempts(parts.now),
    get url() {
      return url()
    },
    tail: createTail(async (above) => readLog(reader(chat), above)),
    get doors() {
      return doors
    },
    get sessions() {
      return sessions
    },
    signIn: async (credentials, client) => signIn(chat, credentials, client),
    async confirmEmail(token) {
      const { confirmEmail } = await import('./actions/users/change-email.ts')
      const { mailFarewell } = await import('./people/email-mails.ts')
      const { email } = await confirmEmail(chat, token)
      await mailFarewell(chat, email)
    },
  }
  const doors = fileDoors(chat)
  const sessions = createSessions(chat)
  const sweep = setInterval(() => {
    sweepQueues(chat).catch((error: unknown) => {
      parts.log.warn({ err: error }, 'event queues could not be swept')
    })
  }, SWEEP_INTERVAL_MS).unref()
  let isDelivering = false
  const delivery = setInterval(() => {
    if (isDelivering) return
    isDelivering = true
    import('./actions/own/deliver-scheduled.ts')
      .then(async ({ deliverDue }) => deliverDue(chat))
      .catch((error: unknown) => {
        parts.log.warn({ err: error }, 'scheduled messages could not be sent')
      })
      .finally(() => {
        isDelivering = false
      })
  }, DELIVERY_INTERVAL_MS).unref()
  const store = (all: boolean) => {
    storePlaces(chat, { all }).catch((error: unknown) => {
      parts.log.warn({ err: error }, 'the activity of queues could not be stored')
    })
  }
  const places = setInterval(store, PLACES_INTERVAL_MS, false).unref()
  return {
    chat,
    close() {
      clearInterval(sweep)
      clearInterval(delivery)
      clearInterval(places)
      store(true)
      ending.abort()
      chat.tail.close()
    },
  }
}
