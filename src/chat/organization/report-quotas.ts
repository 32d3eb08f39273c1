import { countTakenBytes, MIB } from '../files/quota.ts'
import type { Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { configuredQuotas, loadQuotas, type Quotas } from './quotas.ts'

/** The quotas in force, those of the operator, and what files take of that of all uploads. */
export async function reportQuotas(
  chat: Chat,
): Promise<{ inForce: Quotas; configured: Quotas; usedMib: number }> {
  const db = reader(chat)
  return {
    inForce: await loadQuotas(chat, db),
    configured: configuredQuotas(chat),
    usedMib: Math.ceil((await countTakenBytes(db)) / MIB),
  }
}
