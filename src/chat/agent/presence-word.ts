import { PRESENCE_OFFLINE_SECONDS } from '../limits.ts'

/** Whether somebody is there. */
export type PresenceWord = 'active' | 'idle' | 'away'

/** What the last report of somebody, so many seconds ago, means now. */
export function presenceWord(status: 'active' | 'idle', ageSeconds: number): PresenceWord {
  return ageSeconds < PRESENCE_OFFLINE_SECONDS ? status : 'away'
}
