import { badRequest } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'

/** Name of the stored setting that holds the quotas. */
const SETTING = 'chat quotas'

/** What uploads and messages may take, in MiB; 0 is unlimited. */
export interface Quotas {
  /** All uploads together. */
  uploads: number
  /** The uploads of one person, with those of their bots. */
  uploadsPerAccount: number
  /** The messages of one person, with those of their bots. */
  messagesPerAccount: number
}

const NAMES = ['uploads', 'uploadsPerAccount', 'messagesPerAccount'] as const

/** The limits of a chat that the operator has set. */
type Limited = Pick<Chat, 'files' | 'messageQuotaMib'>

/** The quotas of the operator: the highest there are. */
export function configuredQuotas({ files, messageQuotaMib = 0 }: Limited): Quotas {
  const { quotaMib: uploads = 0, accountQuotaMib: uploadsPerAccount = 0 } = files
  return { uploads, uploadsPerAccount, messagesPerAccount: messageQuotaMib }
}

/** The quotas in force: those of the operator, or lower ones that administrators have set since. */
export async function loadQuotas(chat: Limited, db: Reader): Promise<Quotas> {
  const configured = configuredQuotas(chat)
  const lowered = await readLowered(db)
  const bound = NAMES.map((name) => [name, lower(configured[name], lowered[name] ?? 0)])
  return { ...configured, ...(Object.fromEntries(bound) as Partial<Quotas>) }
}

/** Sets quotas; 0 takes back what was set. Throws `invalid_input` above those of the operator. */
export async function setQuotas(chat: Chat, changes: Partial<Quotas>): Promise<void> {
  const configured = configuredQuotas(chat)
  for (const name of NAMES) {
    const highest = configured[name]
    if (highest > 0 && (changes[name] ?? 0) > highest) {
      throw badRequest(`The operator of this server allows ${highest} MiB at most.`)
    }
  }
  await writeChat(chat, async ({ tx }) => {
    const value = JSON.stringify({ ...(await readLowered(tx)), ...changes })
    await tx
      .insertInto('setting')
      .values({ name: SETTING, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
}

async function readLowered(db: Reader): Promise<Partial<Quotas>> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst()
  return row ? (JSON.parse(row.value) as Partial<Quotas>) : {}
}

/** The lower one of two limits, of which 0 is none. */
function lower(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other)
}
