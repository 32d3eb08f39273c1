import type { Term } from '../lib/address.ts'
import { channelName, peopleNames, topicAddress, topicName } from '../store/names.ts'
import { state } from '../store/state.ts'
import { destinationOf, operandOf, viewTitle } from '../store/views.ts'
import { Icon } from '../ui/icon.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { chatText as t } from '../words/chat.ts'

/** The bar over a view: its title, and its actions. */
export function ViewBar({ terms }: { terms: readonly Term[] }) {
  const channel = operandOf(terms, 'channel')
  const to = destinationOf(terms)
  const isOfChannel = typeof channel === 'number' && terms.length <= 2
  const status = to?.kind === 'direct' ? state.statuses.value.get(to.people[0] ?? 0)?.text : ''
  return (
    <>
      <h1 class="view-title">
        {isOfChannel ? (
          <>
            <a class="truncate channel" href={topicAddress(channel)}>
              # {channelName(channel)}
            </a>
            {to?.kind === 'topic' && (
              <>
                <span class="dim" aria-hidden="true">
                  ›
                </span>
                <span class="truncate">{topicName(to.topic)}</span>
              </>
            )}
          </>
        ) : (
          <span class="truncate">
            {to?.kind === 'direct' ? peopleNames(to.people) : viewTitle(terms)}
          </span>
        )}
        {status && <span class="truncate dim small">{status}</span>}
      </h1>
      {isOfChannel && state.channels.value.has(channel) && (
        <MenuButton
          label={t.topicActions}
          items={async () => (await import('./view-actions.ts')).itemsFor(channel, terms)}
        >
          <Icon name="more" />
        </MenuButton>
      )}
    </>
  )
}
