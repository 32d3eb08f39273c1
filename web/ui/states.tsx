import type { ComponentChildren } from 'preact'
import { t } from '../words/frame.ts'
import { Icon, type IconName } from './icon.tsx'

/** What stands where there is nothing (yet): what would be here, and how it comes. */
export function Empty({
  icon,
  title,
  children,
}: {
  icon: IconName
  title: string
  children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <Icon name={icon} size={40} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** What stands where an address names nothing. */
export function Lost() {
  return (
    <Empty icon="search" title={t.notFound}>
      <a class="button" href="#inbox">
        {t.toInbox}
      </a>
    </Empty>
  )
}

/** What stands while something loads. */
export function Loading() {
  return (
    <div class="empty" role="status">
      <div class="spinner" />
      <span class="unseen">{t.loading}</span>
    </div>
  )
}

/** What stands where something could not be loaded. */
export function Failed({ reason, retry }: { reason: string; retry?: () => void }) {
  return (
    <div class="empty" role="alert">
      <Icon name="warning" size={40} />
      <p>{reason}</p>
      {retry && (
        <button type="button" class="button" onClick={retry}>
          {t.retry}
        </button>
      )}
    </div>
  )
}
