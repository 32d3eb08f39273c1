import { t } from '../words/frame.ts'

/** How much is unread; strong where it is meant for the reader. */
export function Count({ count, isStrong = false }: { count: number; isStrong?: boolean }) {
  if (count === 0) return null
  return (
    <span class={`count ${isStrong ? 'strong' : ''}`}>
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span class="unseen">{t.navigation.unread(count)}</span>
    </span>
  )
}
