import { expect, onTestFinished, vi } from 'vitest'
import type { Chat } from '../../src/chat/kernel/types.ts'

/** Watches from now on whether somebody waits for events of a chat; what it returns waits until then. */
export function watchPolls(chat: Chat): () => Promise<void> {
  const next = vi.spyOn(chat.eventLogCache, 'next')
  onTestFinished(() => next.mockRestore())
  return async () => vi.waitFor(() => expect(next).toHaveBeenCalled())
}
