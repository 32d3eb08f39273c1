import { effect } from '@preact/signals'
import { state } from '../../store/state.ts'
import { unreadCount } from '../../store/unread.ts'
import { ICON_ADDRESS } from '../../ui/icon-address.ts'

/** Numbers above are not written out: nobody could read them. */
const NUMBER_MAX = 99

let icon: Promise<string> | undefined

/** What the icon of the tab says: how much is for the reader, or by a dot that there is something unread. */
async function draw(forReader: number, unread: number): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return
  if (unread === 0) {
    link.href = ICON_ADDRESS
    return
  }
  icon ??= fetch(ICON_ADDRESS).then(async (answer) => answer.text())
  const plain = await icon
  const number = forReader > NUMBER_MAX ? `${NUMBER_MAX}+` : String(forReader)
  const mark =
    forReader > 0
      ? `<rect x="6" y="11" width="18" height="13" rx="6" fill="#1d5fb4"/><text x="15" y="21" font-family="sans-serif" font-weight="700" font-size="${number.length > 2 ? 8 : 10.5}" text-anchor="middle" fill="#fff">${number}</text>`
      : '<circle cx="19" cy="19" r="5" fill="#1d5fb4"/>'
  link.href = `data:image/svg+xml,${encodeURIComponent(plain.replace('</svg>', `${mark}</svg>`))}`
}

/** Lets the icon of the tab, and of the program that the page is installed as, follow what is unread. */
export function followUnread(): void {
  effect(show)
}

function show(): void {
  let forReader = 0
  for (const message of state.unread.value.values()) {
    if (message.kind === 'direct' || message.mentions) forReader += 1
  }
  const unread = unreadCount.value
  void draw(Math.min(forReader, unread), unread).catch(() => undefined)
  const { setAppBadge } = navigator as Partial<Navigator>
  void setAppBadge?.call(navigator, unread).catch(() => undefined)
}
