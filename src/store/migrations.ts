import type { Migration } from './migrate.ts'
import { setting } from './migrations/0001-setting.ts'
import { payments } from './migrations/0002-payments.ts'
import { chat } from './migrations/0003-chat.ts'
import { chatDirectory } from './migrations/0004-chat-directory.ts'
import { chatFiles } from './migrations/0005-chat-files.ts'
import { chatAccounts } from './migrations/0006-chat-accounts.ts'
import { chatScheduled } from './migrations/0008-chat-scheduled.ts'
import { chatFewReceipts } from './migrations/0009-chat-few-receipts.ts'
import { chatWords } from './migrations/0010-chat-words.ts'
import { chatSearch } from './migrations/0011-chat-search.ts'
import { chatBots } from './migrations/0012-chat-bots.ts'
import { chatValues } from './migrations/0013-chat-values.ts'
import { chatAttempts } from './migrations/0014-chat-attempts.ts'

/** Every migration in order: append only, and never change one that was released. */
export const migrations: readonly Migration[] = [
  setting,
  payments,
  chat,
  chatDirectory,
  chatFiles,
  chatAccounts,
  chatScheduled,
  chatFewReceipts,
  chatWords,
  chatSearch,
  chatBots,
  chatValues,
  chatAttempts,
]
