import type { Chat } from '../chat/kernel/types.ts'
import type { PushRelay } from '../chat/notifications/push-relay-port.ts'
import { createPushRelay } from '../chat/notifications/push-relay.ts'
import { readTokenKey } from '../chat/users/token-key.ts'
import type { OperatorFetch, SendMail } from '../contract/net.ts'
import { type Config, ConfigError } from './config/config.ts'
import { SECRETS } from './config/settings.ts'

/** Whose signed tokens stand for accounts of the chat. Throws ConfigError for a key that cannot be used. */
export function composeTokens(config: Config, url: () => string): Pick<Chat, 'tokens'> {
  const { chatJwtKey } = config.secrets
  if (!chatJwtKey) return {}
  const { 'chat-jwt-audience': audience, 'chat-jwt-issuer': issuer } = config
  const isStrict = config['chat-jwt-strict']
  try {
    const key = readTokenKey(chatJwtKey)
    return { tokens: () => ({ ...key, audience: audience ?? url(), issuer, isStrict }) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be read.'
    throw new ConfigError(`${SECRETS.chatJwtKey.variable}: ${reason}`, { cause })
  }
}

/** The push relay of the chat; undefined when not configured. */
export function composeRelay(
  { 'push-relay': url }: Config,
  fetch: OperatorFetch,
): PushRelay | undefined {
  return url === undefined ? undefined : createPushRelay(fetch, url)
}

/** The mailer of the chat; undefined when not configured. */
export function composeMail(config: Config, chatUrl: () => string): SendMail | undefined {
  const { 'smtp-url': url, 'mail-from': from } = config
  if (url === undefined) return undefined
  return async (mail) => {
    const { createMailer } = await import('../net/operator/mail.ts')
    return createMailer({ url, from: from ?? `bellhop@${new URL(chatUrl()).hostname}` })(mail)
  }
}
