import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedEvent } from '../../../contract/chat.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { findWebhookSecret } from '../bot-options.ts'

/**
 * Throws `unauthorized` unless an event is signed with the secret of its bot's webhook, where that has one: HMAC with
 * SHA-256 over the body, as hexadecimal after `sha256=`, the way of `X-Hub-Signature-256`.
 */
export async function requireSignature(
  chat: Chat,
  botId: number,
  { body, signature = '' }: SignedEvent,
): Promise<void> {
  const secret = await findWebhookSecret(reader(chat), botId)
  if (secret === undefined) return
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(signature.toLowerCase())
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new OperationError('unauthorized', 'Webhook signature verification failed.', {
    hint: 'Give the service the secret of this webhook, and have it sign with X-Hub-Signature-256.',
  })
}
