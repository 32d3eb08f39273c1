import type { ComponentChildren } from 'preact'

/** A page that the frame leads to beside the one that is shown. */
export interface Tab {
  href: string
  label: string
  isCurrent: boolean
}

/** A page about the team or the server: its name, what it is about, pages beside it, and what can be done. */
export function Frame({
  title,
  isNamedAbove = false,
  intro,
  tabs = [],
  tabsLabel,
  actions,
  children,
}: {
  title: string
  /** Whether the bar over the page says the same. */
  isNamedAbove?: boolean
  intro?: string
  tabs?: readonly Tab[]
  tabsLabel?: string
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <div class="page">
      <div class="frame">
        <div class="frame-head">
          <div>
            <h2 class={isNamedAbove ? 'unseen' : 'page-title'}>{title}</h2>
            {intro && <p class="dim">{intro}</p>}
          </div>
          {actions && <div class="row">{actions}</div>}
        </div>
        {tabs.length > 0 && (
          <nav class="tabs" aria-label={tabsLabel}>
            {tabs.map(({ href, label, isCurrent }) => (
              <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
                {label}
              </a>
            ))}
          </nav>
        )}
        {children}
      </div>
    </div>
  )
}

/** A part of a page with a heading of its own. */
export function Section({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro?: string
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <section class="section">
      <div class="section-head">
        <div>
          <h3>{title}</h3>
          {intro && <p class="dim small">{intro}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
