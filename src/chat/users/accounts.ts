import { type Accounts, API_KEY_FORM, type CallerIdentity } from '../../contract/chat.ts'
import { toOperationError } from '../../contract/errors.ts'
import type { Actor, Chat } from '../kernel/types.ts'

/** What the accounts of callers are looked up with. */
export interface AccountSettings {
  open(): Promise<Chat>
  /** Where the API keys of local agents are kept. */
  folder: string
  /** Name of local agents; the program's own name when absent. */
  name: string | undefined
}

/** No name of a key file holds a space, so that none is taken for an account. */
const MEMBER_CALLER = /^chat user (\d+)$/

/** Client name of calls that do not give one. */
const NAMELESS_PROGRAM = 'agent'

/** Accounts of this instance's chat. */
interface LocalAccounts extends Accounts {
  actorOf(asker: CallerIdentity): Promise<Actor | undefined>
}

/**
 * Accounts without set-up: a local program gets a bot of its name, each key in the key file gets its own bot, and an API key of
 * the chat identifies its account. Loads the chat on the first call.
 */
export function chatAccounts({ open, folder, name }: AccountSettings): LocalAccounts {
  return {
    async callerOf(key) {
      // Other keys need no lookup.
      if (!API_KEY_FORM.test(key)) return undefined
      const chat = await open()
      try {
        const { user } = await chat.signIn({ email: undefined, key }, NAMELESS_PROGRAM)
        return `chat user ${user.id}`
      } catch (thrown) {
        if (toOperationError(thrown).code === 'unauthorized') return undefined
        throw thrown
      }
    },
    isAccount: (caller) => MEMBER_CALLER.test(caller),
    async actorOf({ caller, program = NAMELESS_PROGRAM, isLocal }: CallerIdentity) {
      if (caller === undefined && !isLocal) return undefined
      const { ensureLocalAgent, loadMember, ensureNamedAgent } = await import('./agent-users.ts')
      const chat = await open()
      if (caller === undefined)
        return ensureLocalAgent(chat, { name: name ?? program, program, folder })
      const [, id] = MEMBER_CALLER.exec(caller) ?? []
      return id === undefined
        ? ensureNamedAgent(chat, caller, program)
        : loadMember(chat, Number(id), program)
    },
  }
}
