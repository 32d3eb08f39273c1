import { z } from 'zod'
import { cleanLine } from '../../lib/text.ts'

/** An account as models read it. */
export const agentAccount = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  is_bot: z.boolean(),
  is_active: z.boolean(),
  timezone: z.string(),
})

/** An account as models read it. */
export type AgentAccount = z.infer<typeof agentAccount>

/** Names of roles (spec 2.1). */
const ROLE_NAMES: Readonly<Record<number, string>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
}

/** The fields of a user record that are used. */
interface AccountRecord {
  user_id: number
  full_name: string
  email: string
  role: number
  is_bot: boolean
  is_active: boolean
  timezone: string
}

/** Returns the short form of a user record (spec 2.1). */
export function agentAccountOf(record: AccountRecord): AgentAccount {
  const { user_id: id, full_name, role, email, is_bot, is_active, timezone } = record
  const roleName = ROLE_NAMES[role] ?? String(role)
  return { id, name: cleanLine(full_name), email, role: roleName, is_bot, is_active, timezone }
}

/** One line about an account. */
export function formatAccount({ id, name, email, role, is_bot, is_active }: AgentAccount): string {
  return `${id} ${name}, ${email}, ${is_bot ? 'bot, ' : ''}${role}${is_active ? '' : ', deactivated'}`
}
