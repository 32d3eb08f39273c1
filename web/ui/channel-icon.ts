import type { Channel } from '../lib/types.ts'
import type { IconName } from './icon.tsx'

/** The icon of a channel, by who may read it. */
export function channelIcon({
  invite_only: isPrivate,
  is_web_public: isOpen,
}: Pick<Channel, 'invite_only' | 'is_web_public'>): IconName {
  if (isPrivate) return 'lock'
  return isOpen ? 'globe' : 'hash'
}
