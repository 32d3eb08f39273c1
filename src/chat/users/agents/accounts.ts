import { API_KEY_FORM, type CallerIdentity } from '../../../contract/chat.ts'
import { toOperationError } from '../../../contract/errors.ts'
import { once } from '../../../lib/once.ts'
import type { Actor, Chat, ChatAccounts } from '../../kernel/types.ts'
import type { AgentSessions } from './agent-sessions.ts'

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
interface LocalAccounts extends ChatAccounts {
  actorOf(asker: CallerIdentity): Promise<Actor | undefined>
  /** Gives back what sessions of this process take part by. */
  close(): Promise<void>
}

/**
 * Accounts without set-up: each session of a local program gets a bot of the program's name, each key in the key file gets its own
 * bot, and an API key of the chat identifies its account. Loads the chat on the first call.
 */
export function chatAccounts({ open, folder, name }: AccountSettings): LocalAccounts {
  let opened: AgentSessions | undefined
  const sessions = once(async () => {
    const { AgentSessions } = await import('./agent-sessions.ts')
    opened ??= new AgentSessions(await open())
    return opened
  })
  return {
    async callerOf(key) {
      // Other keys need no lookup.
      if (!API_KEY_FORM.test(key)) return undefined
      const chat = await open()
      try {
        const right = await chat.signIn({ email: undefined, key }, NAMELESS_PROGRAM)
        return { caller: `chat user ${right.user.id}`, right }
      } catch (thrown) {
        if (toOperationError(thrown).code === 'unauthorized') return undefined
        throw thrown
      }
    },
    isAccount: (caller) => MEMBER_CALLER.test(caller),
    endSession: async (session) => opened?.end(session),
    close: async () => opened?.close(),
    async actorOf({
      caller,
      right,
      program = NAMELESS_PROGRAM,
      isLocal,
      isOnMachine = false,
      session,
      chatName,
    }: CallerIdentity) {
      if (caller === undefined && !isLocal && !isOnMachine) return undefined
      const { ensureLocalAgent, loadMember, ensureNamedAgent } = await import('./agent-users.ts')
      const chat = await open()
      if (caller === undefined) {
        const agent = { name: chatName ?? name ?? program, program, folder }
        return session === undefined
          ? ensureLocalAgent(chat, agent)
          : (await sessions()).actorOf(agent, session)
      }
      const [, id] = MEMBER_CALLER.exec(caller) ?? []
      return id === undefined
        ? ensureNamedAgent(chat, { keyName: caller, program, chatName })
        : loadMember(chat, Number(id), program, right)
    },
  }
}
