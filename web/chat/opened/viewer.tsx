import { render } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { formatExact } from '../../lib/format.ts'
import { currentList } from '../../store/current-list.ts'
import { userName } from '../../store/names.ts'
import { addressOf, placeOfMessage } from '../../store/views.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { loadStyle } from '../../ui/load-style.ts'
import { t as frame } from '../../words/frame.ts'
import { viewerText as t } from '../../words/viewer.ts'
import { placeName } from '../place-name.ts'
import { PICTURE } from './picture-links.ts'
import { address as style } from './viewer.css'

/** A picture that can be looked at. */
interface Picture {
  src: string
  name: string
  /** Id of the message that it is in. */
  message: number | undefined
}

/** Shows the picture that a link leads to, large, and the others that are shown around it. */
export async function viewPicture(link: HTMLAnchorElement): Promise<void> {
  await loadStyle(style)
  const around = link.closest('.messages, main, dialog') ?? document
  const links = [...around.querySelectorAll<HTMLAnchorElement>(PICTURE)]
  const holder = document.createElement('div')
  document.body.append(holder)
  const close = () => {
    render(null, holder)
    holder.remove()
    if (link.isConnected) link.focus()
  }
  const pictures = links.map(pictureOf)
  render(<Viewer pictures={pictures} first={links.indexOf(link)} close={close} />, holder)
}

function pictureOf(link: HTMLAnchorElement): Picture {
  const id = Number(link.closest('article')?.dataset['id'])
  const name = link.title || link.querySelector('img')?.alt || lastOf(link.pathname)
  return { src: link.href, name, message: Number.isNaN(id) ? undefined : id }
}

function lastOf(path: string): string {
  return decodeURIComponent(path.split('/').at(-1) ?? '')
}

/** How much larger or smaller a picture becomes at a time, and how large at most. */
const [STEP, ZOOM_MAX] = [1.5, 12]

function Viewer({
  pictures,
  first,
  close,
}: {
  pictures: readonly Picture[]
  first: number
  close: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [index, setIndex] = useState(first)
  /** How wide the picture is, in pixels, where it is not shown whole. */
  const [width, setWidth] = useState<number>()
  const [isFailed, setFailed] = useState(false)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    setWidth(undefined)
    setFailed(false)
  }, [index])
  const { src = '', name = '', message: id } = pictures[index] ?? {}
  const message = currentList.value?.rows.value.find((row) => row.id === id)
  const step = (by: 1 | -1) => setIndex((index + by + pictures.length) % pictures.length)
  const zoom = (factor: number) => {
    const now = image.current?.getBoundingClientRect().width ?? 0
    const most = (image.current?.naturalWidth ?? 0) * ZOOM_MAX
    setWidth(Math.max(24, Math.min(now * factor, most)))
  }
  const whole = () => setWidth(undefined)
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': whole,
    // Where it is larger than the window, arrows move it.
    ...(width === undefined && { ArrowLeft: () => step(-1), ArrowRight: () => step(1) }),
    PageUp: () => step(-1),
    PageDown: () => step(1),
  }
  const button = (label: string, icon: IconName, run: () => void, className = '') => (
    <button
      type="button"
      class={`button icon ${className}`}
      aria-label={label}
      title={label}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <dialog
      class="viewer"
      ref={dialog}
      aria-label={t.label}
      onClose={close}
      onKeyDown={(event) => {
        const run = event.ctrlKey || event.metaKey ? undefined : keys[event.key]
        if (!run) return
        event.preventDefault()
        run()
      }}
    >
      <header>
        <div class="about" aria-live="polite">
          <h2 class="truncate">
            {name}{' '}
            {pictures.length > 1 && (
              <span class="dim small">{t.place(index + 1, pictures.length)}</span>
            )}
          </h2>
          {message && (
            <a
              class="truncate small"
              href={addressOf(message)}
              onClick={() => dialog.current?.close()}
            >
              {t.from(
                userName(message.sender_id),
                placeName(placeOfMessage(message)),
                formatExact(message.timestamp),
              )}
            </a>
          )}
        </div>
        {button(t.smaller, 'minus', () => zoom(1 / STEP))}
        {button(t.larger, 'plus', () => zoom(STEP))}
        {button(t.whole, 'whole', whole)}
        <a
          class="button icon"
          href={src}
          download={name}
          aria-label={t.download}
          title={t.download}
        >
          <Icon name="download" />
        </a>
        {button(frame.close, 'cross', () => dialog.current?.close())}
      </header>
      <div class="stage">
        <div
          class={`sheet ${width === undefined ? '' : 'zoomed'}`}
          tabIndex={0}
          role="group"
          aria-label={name}
        >
          {isFailed ? (
            <p role="alert">{t.failed}</p>
          ) : (
            <img
              key={src}
              ref={image}
              src={src}
              alt={name}
              style={width === undefined ? {} : { inlineSize: `${width}px` }}
              onError={() => setFailed(true)}
              onClick={() => (width === undefined ? zoom(STEP * STEP) : whole())}
            />
          )}
        </div>
        {pictures.length > 1 && (
          <>
            {button(t.previous, 'right', () => step(-1), 'step previous')}
            {button(t.next, 'right', () => step(1), 'step next')}
          </>
        )}
      </div>
    </dialog>
  )
}
