import { t } from '../lib/strings.ts'
import { Empty } from '../ui/states.tsx'

/** What is unread, by place. */
export function Inbox() {
  return <Empty icon="inbox" title={t.navigation.inbox} />
}
