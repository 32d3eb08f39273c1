import { overShare } from '../../contract/rate-limited.ts'
import { RecentUse } from '../../lib/recent-use.ts'
import { payerOf } from '../files/quota.ts'
import type { User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { RENDERING_HALF_LIFE_MS } from '../limits.ts'

/** Seconds after which an account over its share may try again. */
const RETRY_SECONDS = 5

/** What rendering the texts of each person and their bots has taken of a processor lately, in milliseconds. */
const uses = new WeakMap<Chat, RecentUse>()

/** Throws `rate_limited` for an author whose texts have taken too long to render: meanwhile nobody is answered. */
export function requireRenderingShare(chat: Chat, author: User): void {
  const { renderingMaxMs } = chat
  const usedMs = uses.get(chat)?.of(String(payerOf(author)), performance.now()) ?? 0
  if (!renderingMaxMs || usedMs < renderingMaxMs) return
  throw overShare('your texts take long to render', RETRY_SECONDS)
}

/** Renders, and counts for the author what that takes of a processor. */
export function countRendering<T>(chat: Chat, author: User, render: () => T): T {
  const began = process.cpuUsage()
  try {
    return render()
  } finally {
    const { user, system } = process.cpuUsage(began)
    usesOf(chat).add(String(payerOf(author)), (user + system) / 1_000, performance.now())
  }
}

function usesOf(chat: Chat): RecentUse {
  const known = uses.get(chat) ?? new RecentUse(RENDERING_HALF_LIFE_MS)
  uses.set(chat, known)
  return known
}
