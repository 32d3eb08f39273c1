import type { Tab } from '../../kit/frame.tsx'
import { address } from '../../styles/admin.css'
import { w } from '../../words/team.ts'
import type { PageProps, Part } from '../part.ts'
import { DataPage } from './data.tsx'
import { General } from './general.tsx'
import { Domains, Emoji, Fields, Linkifiers } from './lists.tsx'
import { Webhooks } from './webhooks.tsx'

const PAGES = {
  general: [w.organization.general, General],
  emoji: [w.organization.emoji, Emoji],
  linkifiers: [w.organization.linkifiers, Linkifiers],
  fields: [w.organization.fields, Fields],
  domains: [w.organization.domains, Domains],
  webhooks: [w.organization.webhooks, Webhooks],
  data: [w.organization.data, DataPage],
} as const

function Page({ rest: [section = 'general'] }: PageProps) {
  const name = Object.hasOwn(PAGES, section) ? (section as keyof typeof PAGES) : 'general'
  const tabs: readonly Tab[] = Object.entries(PAGES).map(([one, [label]]) => ({
    href: `#organization/${one}`,
    label,
    isCurrent: one === name,
  }))
  const [, Content] = PAGES[name]
  return <Content tabs={tabs} />
}

/** The page `#organization`. */
export const part: Part = { Page, style: address }
