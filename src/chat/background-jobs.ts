import type { BackgroundJob } from '../contract/background-job.ts'
import { HOUR_MS, SECOND_MS } from '../lib/durations.ts'
import type { Chat } from './kernel/types.ts'
import { EXPORT_JOB } from './moving/export/export-record.ts'
import { PUSH_JOB } from './notifications/push-relay-port.ts'
import { WEBHOOK_JOB } from './outgoing/port.ts'
import { PREVIEW_JOB } from './previews/port.ts'

const HALF_MINUTE_MS = 30_000

/** Background jobs of a team chat server; their modules are loaded on first run. */
export function chatBackgroundJobs(open: () => Promise<Chat>): readonly BackgroundJob[] {
  return [
    {
      name: 'chat retention',
      intervalMs: HOUR_MS,
      async run(signal) {
        const { expireMessages } = await import('./messages/edit/expire-messages.ts')
        const chat = await open()
        const count = await expireMessages(chat, signal)
        if (count > 0) chat.log.info({ count }, 'messages were kept long enough and deleted')
      },
    },
    {
      name: 'chat uploads',
      intervalMs: HOUR_MS,
      async run() {
        const { sweepFiles } = await import('./files/sweep-files.ts')
        await sweepFiles(await open())
      },
    },
    {
      name: 'chat search',
      intervalMs: HOUR_MS,
      async run(signal) {
        const { indexWords } = await import('./narrow/word-index.ts')
        const chat = await open()
        const count = await indexWords(chat, signal)
        if (count > 0) chat.log.info({ count }, 'messages of before were made findable')
      },
    },
    {
      name: 'chat mail',
      intervalMs: HALF_MINUTE_MS,
      async run(signal) {
        const { mailMissed } = await import('./notifications/send-missed.ts')
        return mailMissed(await open(), signal)
      },
    },
    {
      name: 'chat digests',
      intervalMs: HOUR_MS,
      async run(signal) {
        const { sendDigests } = await import('./notifications/send-digests.ts')
        await sendDigests(await open(), signal)
      },
    },
    {
      name: EXPORT_JOB,
      intervalMs: HOUR_MS,
      async run(signal) {
        const { runExports } = await import('./moving/export/requested-exports.ts')
        return runExports(await open(), signal)
      },
    },
    {
      name: WEBHOOK_JOB,
      intervalMs: HOUR_MS,
      async run(signal) {
        const { callServices } = await import('./outgoing/call-services.ts')
        return callServices(await open(), signal)
      },
    },
    {
      name: PREVIEW_JOB,
      intervalMs: HOUR_MS,
      async run(signal) {
        const { showPreviews } = await import('./previews/show-previews.ts')
        return showPreviews(await open(), signal)
      },
    },
    {
      name: PUSH_JOB,
      intervalMs: SECOND_MS,
      async run(signal) {
        const { pushLoop } = await import('./notifications/push-loop.ts')
        return pushLoop(await open(), signal)
      },
    },
  ]
}
