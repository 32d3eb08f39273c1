import type { ComponentChildren } from 'preact'
import { organizationName } from '../store/names.ts'
import { place } from '../store/place.ts'
import { ownUser, state } from '../store/state.ts'
import { unreadCount } from '../store/unread.ts'
import { ICON_ADDRESS } from '../ui/icon-address.ts'
import { Icon } from '../ui/icon.tsx'
import { t } from '../words/frame.ts'
import { AccountMenu } from './account-menu.tsx'
import { Count } from './count.tsx'
import { isSwitcherOpen } from './help.ts'
import { type NavigationLink, TEAM_LINKS } from './links.ts'
import { ChannelList } from './side-channels.tsx'
import { DirectList } from './side-direct.tsx'

/** The navigation: what is unread, channels with their topics, conversations, and pages of the team. */
export function Side() {
  const own = ownUser()
  return (
    <nav class="side" aria-label={t.navigation.label}>
      <p class="brand">
        <a href="#inbox">
          <img src={ICON_ADDRESS} alt="" />
          <span class="truncate">{organizationName()}</span>
        </a>
      </p>
      <div class="places">
        <button type="button" class="item go" onClick={() => (isSwitcherOpen.value = true)}>
          <Icon name="search" />
          <span class="truncate">{t.navigation.goTo}</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <ul class="list">
          <Item href="#inbox" page="inbox" icon="inbox" label={t.navigation.inbox}>
            <Count count={unreadCount.value} isStrong />
          </Item>
          <Item href="#recent" page="recent" icon="clock" label={t.navigation.recent} />
          <Item
            href="#narrow/is/mentioned"
            page="narrow/is/mentioned"
            icon="at"
            label={t.navigation.mentions}
          />
          <Item
            href="#narrow/is/starred"
            page="narrow/is/starred"
            icon="star"
            label={t.navigation.starred}
          />
          <Item href="#drafts" page="drafts" icon="pencil" label={t.navigation.drafts}>
            <Count count={state.drafts.value.length} />
          </Item>
          {state.scheduled.value.length > 0 && (
            <Item href="#scheduled" page="scheduled" icon="calendar" label={t.navigation.scheduled}>
              <Count count={state.scheduled.value.length} />
            </Item>
          )}
          {state.reminders.value.length > 0 && (
            <Item href="#reminders" page="reminders" icon="bell" label={t.navigation.reminders}>
              <Count count={state.reminders.value.length} />
            </Item>
          )}
        </ul>
        <h2>
          {t.navigation.channels}
          <a
            class="button icon small"
            href="#channels"
            aria-label={t.navigation.allChannels}
            title={t.navigation.allChannels}
          >
            <Icon name="plus" />
          </a>
        </h2>
        <ChannelList />
        <h2>
          {t.navigation.direct}
          <a
            class="button icon small"
            href="#people"
            aria-label={t.navigation.people}
            title={t.navigation.people}
          >
            <Icon name="plus" />
          </a>
        </h2>
        <DirectList />
        <h2>{t.navigation.organization}</h2>
        <ul class="list">
          {TEAM_LINKS.filter(({ isFor }) => isFor?.(own) ?? true).map((link) => (
            <Item key={link.href} {...link} />
          ))}
        </ul>
      </div>
      <div class="foot">
        <AccountMenu />
      </div>
    </nav>
  )
}

function Item({
  href,
  page,
  icon,
  label,
  children,
}: Pick<NavigationLink, 'href' | 'page' | 'icon' | 'label'> & { children?: ComponentChildren }) {
  const now = place.value
  const path = now.terms ? location.hash.slice(1) : [now.page, ...now.rest].join('/')
  const isCurrent = path === page || path.startsWith(`${page}/`)
  return (
    <li>
      <a class="item" href={href} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        <span class="truncate">{label}</span>
        {children}
      </a>
    </li>
  )
}
