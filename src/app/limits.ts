import { BROWSER_LIMITS } from '../browser/limits.ts'
import { EVENT_LIMITS } from '../chat/events/limits.ts'
import { UPLOAD_LIMITS } from '../chat/files/limits.ts'
import { INVITATION_LIMITS } from '../chat/invitations/limits.ts'
import { CHAT_LIMITS } from '../chat/limits.ts'
import { NOTIFICATION_LIMITS } from '../chat/notifications/limits.ts'
import { ORGANIZATION_LIMITS } from '../chat/organization/limits.ts'
import { WEBHOOK_LIMITS } from '../chat/outgoing/limits.ts'
import { SIGN_IN_LIMITS } from '../chat/users/sign-in/sign-in-limits.ts'
import type { Limit, Limits } from '../contract/limits.ts'
import { CONVERT_LIMITS } from '../convert/limits.ts'
import { READING_LIMITS } from '../core/reading/limits.ts'
import { DOCUMENT_LIMITS } from '../documents/limits.ts'
import { EXTRACT_LIMITS } from '../extract/limits.ts'
import { FEED_LIMITS } from '../feed/limits.ts'
import { HTTP_LIMITS } from '../http/limits.ts'
import { MARKDOWN_LIMITS } from '../markdown/limits.ts'
import { MCP_LIMITS } from '../mcp/limits.ts'
import { CACHE_LIMITS } from '../net/cache/limits.ts'
import { NET_LIMITS } from '../net/limits.ts'
import { OAUTH_LIMITS } from '../oauth/limits.ts'
import { BLOCK_TIME_LIMITS } from '../onchain/block-time.ts'
import { FRESHNESS_LIMITS } from '../onchain/chains.ts'
import { ONCHAIN_LIMITS } from '../onchain/limits.ts'
import { PAY_LIMITS } from '../pay/limits.ts'
import { PDF_LIMITS } from '../pdf/limits.ts'
import { QR_LIMITS } from '../qr/limits.ts'
import { REMOTE_CHAT_LIMITS } from '../remote/chat/limits.ts'
import { SANDBOX_LIMITS } from '../sandbox/limits.ts'
import { CALL_LOG_LIMITS } from './call-trim.ts'

/** The limits of all rooms, in the order in which a call meets them. */
export const said: Readonly<Limits> = [
  HTTP_LIMITS,
  MCP_LIMITS,
  OAUTH_LIMITS,
  READING_LIMITS,
  NET_LIMITS,
  CACHE_LIMITS,
  EXTRACT_LIMITS,
  MARKDOWN_LIMITS,
  FEED_LIMITS,
  PDF_LIMITS,
  DOCUMENT_LIMITS,
  BROWSER_LIMITS,
  SANDBOX_LIMITS,
  CONVERT_LIMITS,
  QR_LIMITS,
  ONCHAIN_LIMITS,
  FRESHNESS_LIMITS,
  BLOCK_TIME_LIMITS,
  PAY_LIMITS,
  CHAT_LIMITS,
  UPLOAD_LIMITS,
  EVENT_LIMITS,
  ORGANIZATION_LIMITS,
  NOTIFICATION_LIMITS,
  SIGN_IN_LIMITS,
  INVITATION_LIMITS,
  WEBHOOK_LIMITS,
  REMOTE_CHAT_LIMITS,
  CALL_LOG_LIMITS,
].flat()

/** Limits in force that a caller may meet, for documents. */
export const limits: readonly Pick<Limit, 'meaning' | 'value' | 'unit'>[] = said.map(
  ({ meaning, value, unit, setting }) => ({
    meaning: setting === undefined ? meaning : `${meaning}, unless set otherwise`,
    value,
    unit,
  }),
)
