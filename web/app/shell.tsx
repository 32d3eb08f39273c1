import { effect, signal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dateStyle } from '../lib/format.ts'
import { organizationName } from '../store/names.ts'
import { place } from '../store/place.ts'
import { connection, state } from '../store/state.ts'
import { unreadCount } from '../store/unread.ts'
import { Icon } from '../ui/icon.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { withStyle } from '../ui/load-style.ts'
import { t } from '../words/frame.ts'
import { isHelpOpen, isSwitcherOpen } from './help.ts'
import { listenForKeys } from './keys.ts'
import { Outlet, titleOf } from './outlet.tsx'
import { Side } from './side.tsx'
import { Top } from './top.tsx'

/** Whether the navigation is shown on a screen that is too narrow to have it all the time. */
export const isSideOpen = signal(false)

/** Whether somebody whose session has ended signs in again, on the page where they are. */
const isSigningIn = signal(false)

/** Questions that stand over a page; the page of agents has all of them. */
const QUESTIONS_MAX_COUNT = 2

/** What was asked before is looked for when the page itself is there. */
const QUESTIONS_AFTER_MS = 1_000

const loadSwitcher = async () => withStyle(import('./switcher.tsx'))

const loadHelp = async () => withStyle(import('./shortcuts.tsx'))

const loadSignIn = async () => import('../parts/entry/page.tsx')

const loadQuestions = async () => {
  await new Promise((resolve) => setTimeout(resolve, QUESTIONS_AFTER_MS))
  return withStyle(import('../chat/questions.tsx'))
}

/** When it is tried again to load what nobody looks at, without a network. */
const LATER_AGAIN_MS = 30_000

function loadLater(): void {
  void import('./later/later.ts').then(
    ({ beginLater }) => beginLater(),
    () => setTimeout(loadLater, LATER_AGAIN_MS),
  )
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
  useEffect(loadLater, [])
  useSignalEffect(() => {
    // Should the next session end, what opens by itself would take the keys of whoever writes.
    if (connection.value !== 'ended') isSigningIn.value = false
  })
  useSignalEffect(() => {
    const count = unreadCount.value
    const name = organizationName()
    document.title = `${count > 0 ? `(${count}) ` : ''}${titleOf(place.value)} · ${name}`
  })
  useSignalEffect(() => {
    const scheme = { 2: 'dark', 3: 'light' }[Number(state.settings.value['color_scheme'])]
    document.documentElement.dataset['theme'] = scheme ?? 'auto'
  })
  useSignalEffect(() => {
    const { default_language: language, twenty_four_hour_time: isTo24 } = state.settings.value
    // What nobody has chosen is that of the browser.
    const locale = typeof language === 'string' && language !== 'en' ? language : undefined
    dateStyle.value = { locale, hours: isTo24 === true ? { hourCycle: 'h23' } : {} }
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
            {
              { offline: t.offline, connecting: t.reconnecting, ended: t.sessionEnded }[
                connection.value
              ]
            }
            {connection.value === 'ended' && (
              <button type="button" class="button small" onClick={() => (isSigningIn.value = true)}>
                {t.signIn}
              </button>
            )}
          </div>
        )}
        {place.value.page !== 'agents' && (
          <Lazy load={loadQuestions} name="Questions" props={{ max: QUESTIONS_MAX_COUNT }} />
        )}
        <Outlet />
      </main>
      {isSigningIn.value && (
        <Lazy
          load={loadSignIn}
          name="SignInAgain"
          props={{ close: () => (isSigningIn.value = false) }}
        />
      )}
      {isSwitcherOpen.value && <Lazy load={loadSwitcher} name="Switcher" props={{}} />}
      {isHelpOpen.value && <Lazy load={loadHelp} name="Shortcuts" props={{}} />}
    </div>
  )
}

function focusMain(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
