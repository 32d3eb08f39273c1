import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import { sayFailure } from './toast.tsx'

/** One thing to choose in a menu: a link, or what is done. */
export interface MenuItem {
  label: string
  icon?: IconName
  href?: string
  run?: () => void
  isDangerous?: boolean
  /** Whether it is one of several of which some are chosen. */
  isChecked?: boolean
  /** Whether a line stands above it. */
  begins?: boolean
}

const GAP_PX = 4

/** A button that opens a menu, named by what is in it unless that is an icon: arrows go through it, Escape and a click elsewhere close it. */
export function MenuButton({
  label,
  items,
  className = 'button icon',
  children,
}: {
  label: string
  items: () => readonly MenuItem[] | Promise<readonly MenuItem[]>
  className?: string
  children: ComponentChildren
}) {
  const [openItems, setOpenItems] = useState<readonly MenuItem[]>()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpenItems(undefined)
    button.current?.focus()
  }
  const open = async () => setOpenItems(await items())
  return (
    <>
      <button
        type="button"
        class={className}
        ref={button}
        aria-label={className.includes('icon') ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={openItems !== undefined}
        onClick={() => (openItems ? setOpenItems(undefined) : void open().catch(sayFailure))}
      >
        {children}
      </button>
      {openItems && <Menu label={label} items={openItems} beside={button.current} close={close} />}
    </>
  )
}

function Menu({
  label,
  items,
  beside,
  close,
}: {
  label: string
  items: readonly MenuItem[]
  beside: HTMLElement | null
  close: () => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (!element || !beside) return undefined
    element.showPopover()
    placeBeside(element, beside.getBoundingClientRect())
    element.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    const ended = ({ newState }: ToggleEvent) => newState === 'closed' && close()
    element.addEventListener('toggle', ended as (event: Event) => void)
    return () => element.removeEventListener('toggle', ended as (event: Event) => void)
  }, [])
  return (
    <div class="menu" role="menu" aria-label={label} popover="auto" ref={menu} onKeyDown={walk}>
      {items.map(({ label: name, icon, href, run, isDangerous, isChecked, begins }) => {
        const role = isChecked === undefined ? 'menuitem' : 'menuitemradio'
        const content = (
          <>
            {icon && <Icon name={icon} />}
            <span>{name}</span>
            {isChecked && <Icon name="check" />}
          </>
        )
        const shared = {
          role,
          tabIndex: -1,
          'aria-checked': isChecked,
          class: isDangerous ? 'danger' : '',
          onClick: () => {
            close()
            run?.()
          },
        } as const
        return (
          <>
            {begins && <hr />}
            {href === undefined ? (
              <button key={name} type="button" {...shared}>
                {content}
              </button>
            ) : (
              <a key={name} href={href} {...shared}>
                {content}
              </a>
            )}
          </>
        )
      })}
    </div>
  )
}

/** Below what opened it and from where it begins, or where there is room. */
function placeBeside(menu: HTMLElement, beside: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect()
  const below = beside.bottom + GAP_PX
  const top = below + height > innerHeight ? Math.max(GAP_PX, beside.top - height - GAP_PX) : below
  const left = Math.max(GAP_PX, Math.min(beside.left, innerWidth - width - GAP_PX))
  menu.style.top = `${top}px`
  menu.style.left = `${left}px`
}

function walk(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const now = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key]
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}
