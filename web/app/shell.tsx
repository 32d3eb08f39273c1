import { effect, signal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../lib/strings.ts'
import { organizationName } from '../store/names.ts'
import { place } from '../store/place.ts'
import { connection, state } from '../store/state.ts'
import { unreadCount } from '../store/unread.ts'
import { Icon } from '../ui/icon.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { isHelpOpen } from './help.ts'
import { listenForKeys } from './keys.ts'
import { notifyOfMessages } from './notify.ts'
import { Outlet, titleOf } from './outlet.tsx'
import { Side } from './side.tsx'
import { Top } from './top.tsx'

/** Whether the navigation is shown on a screen that is too narrow to have it all the time. */
export const isSideOpen = signal(false)

const loadHelp = async () => import('./shortcuts.tsx')

function LazyHelp() {
  const { value } = useLoaded(loadHelp, [])
  return value ? <value.Shortcuts /> : null
}

/** The page of somebody who is signed in: navigation, a bar, and what the address names. */
export function Shell() {
  useEffect(
    () =>
      effect(() => {
        void place.value
        isSideOpen.value = false
      }),
    [],
  )
  useEffect(listenForKeys, [])
  useEffect(notifyOfMessages, [])
  useSignalEffect(() => {
    const count = unreadCount.value
    const name = organizationName()
    document.title = `${count > 0 ? `(${count}) ` : ''}${titleOf(place.value)} · ${name}`
  })
  useSignalEffect(() => {
    const scheme = { 2: 'dark', 3: 'light' }[Number(state.settings.value['color_scheme'])]
    document.documentElement.dataset['theme'] = scheme ?? 'auto'
  })
  return (
    <div class={`shell ${isSideOpen.value ? 'open' : ''}`}>
      <a class="button skip" href="#main" onClick={focusMain}>
        {t.skip}
      </a>
      <Side />
      <button
        type="button"
        class="side-shade"
        aria-label={t.close}
        tabIndex={-1}
        onClick={() => (isSideOpen.value = false)}
      />
      <header class="top">
        <button
          type="button"
          class="button icon side-open"
          aria-label={t.menu}
          aria-expanded={isSideOpen.value}
          onClick={() => (isSideOpen.value = true)}
        >
          <Icon name="menu" />
        </button>
        <Top />
      </header>
      <main class="main" id="main" tabIndex={-1}>
        {connection.value !== 'live' && (
          <div class="banner" role="status">
            <Icon name="warning" />
            {connection.value === 'offline' ? t.offline : t.reconnecting}
          </div>
        )}
        <Outlet />
      </main>
      {isHelpOpen.value && <LazyHelp />}
    </div>
  )
}

function focusMain(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
