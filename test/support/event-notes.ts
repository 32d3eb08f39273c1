import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Diagnostics channels of the product, by what is seen there. */
export const EVENT_CHANNELS = {
  emitted: 'bellhop:chat-events-emitted',
  shown: 'bellhop:chat-events-shown',
} as const

/** Names the folder where processes of the product note their chat events (see event-watch.ts). */
export const EVENT_NOTES_VARIABLE = 'CHAT_EVENT_NOTES'

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'event-preload.mjs')).href

/** Environment of a process that notes its chat events, in a run that looks at them. */
export function eventNotes(): Record<string, string> {
  const folder = process.env[EVENT_NOTES_VARIABLE]
  return folder === undefined ? {} : { NODE_OPTIONS: `--import=${PRELOAD}` }
}
