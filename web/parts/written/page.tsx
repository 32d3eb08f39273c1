import { call } from '../../lib/api.ts'
import { formatExact } from '../../lib/format.ts'
import {
  channelName,
  directAddress,
  peopleNames,
  topicAddress,
  topicName,
} from '../../store/names.ts'
import { place } from '../../store/place.ts'
import { state } from '../../store/state.ts'
import { throwAway } from '../../store/writing/keep-drafts.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { sayFailure } from '../../ui/toast.tsx'
import { writtenText as text } from '../../words/written.ts'
import type { Part } from '../part.ts'
import { address as style } from './written.css'

interface Line {
  key: string
  href: string
  where: string
  content: string
  when?: string
  isFailed?: boolean
  remove: () => Promise<unknown>
}

function whereOf(type: string, to: readonly number[] | number, topic: string) {
  const ids = typeof to === 'number' ? [to] : to
  const [first = 0] = ids
  return type === 'stream'
    ? { where: `#${channelName(first)} › ${topicName(topic)}`, href: topicAddress(first, topic) }
    : { where: peopleNames(ids), href: directAddress(ids) }
}

const PAGES: Readonly<
  Record<string, { icon: IconName; empty: string; hint: string; lines: () => readonly Line[] }>
> = {
  drafts: {
    icon: 'pencil',
    empty: text.drafts,
    hint: text.draftsHint,
    lines: () =>
      state.drafts.value.map((one) => ({
        key: String(one.id),
        ...whereOf(one.type, one.to, one.topic),
        content: one.content,
        remove: async () => throwAway(one.id ?? 0),
      })),
  },
  scheduled: {
    icon: 'calendar',
    empty: text.scheduled,
    hint: text.scheduledHint,
    lines: () =>
      state.scheduled.value.map((one) => ({
        key: String(one.scheduled_message_id),
        ...whereOf(one.type, one.to, one.topic ?? ''),
        content: one.content,
        when: formatExact(one.scheduled_delivery_timestamp),
        isFailed: one.failed,
        remove: async () => call('DELETE', `scheduled_messages/${one.scheduled_message_id}`),
      })),
  },
  reminders: {
    icon: 'clock',
    empty: text.reminders,
    hint: text.remindersHint,
    lines: () =>
      state.reminders.value.map((one) => ({
        key: String(one.reminder_id),
        where: formatExact(one.scheduled_delivery_timestamp),
        href: `#narrow/near/${one.reminder_target_message_id}`,
        content: one.content,
        remove: async () => call('DELETE', `reminders/${one.reminder_id}`),
      })),
  },
}

function Page() {
  const now = place.value
  const currentPage = now.terms ? undefined : PAGES[now.page]
  if (!currentPage) return null
  const lines = currentPage.lines()
  if (lines.length === 0) {
    return (
      <Empty icon={currentPage.icon} title={currentPage.empty}>
        <p>{currentPage.hint}</p>
      </Empty>
    )
  }
  return (
    <div class="page">
      <ul class="content stack">
        {lines.map(({ key, href, where, content, when, isFailed, remove }) => (
          <li key={key} class="card stack">
            <div class="row head">
              <a href={href}>{where}</a>
              {when !== undefined && <span class="dim small">{when}</span>}
              {isFailed && <span class="note bad small">{text.failed}</span>}
              <span class="grow" />
              <button
                type="button"
                class="button icon small"
                aria-label={`${text.remove}: ${where}`}
                onClick={() => void remove().catch(sayFailure)}
              >
                <Icon name="trash" />
              </button>
            </div>
            <p class="clamped">{content}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The pages `#drafts`, `#scheduled` and `#reminders`: what was written and is not sent. */
export const part: Part = { Page, style }
