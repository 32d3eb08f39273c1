import type { Tab } from '../../kit/frame.tsx'
import { address } from '../../styles/admin.css'
import { t } from '../../words/frame.ts'
import type { PageProps, Part } from '../part.ts'
import { MoneyPage } from './money.tsx'
import { ServerPage } from './server.tsx'
import { ToolsPage } from './tools.tsx'

function tabsFor(current: string): readonly Tab[] {
  const tabs = [
    ['money', t.navigation.money],
    ['server', t.navigation.server],
    ['tools', t.navigation.tools],
  ] as const
  return tabs.map(([name, label]) => ({
    href: `#owner/${name}`,
    label,
    isCurrent: name === current,
  }))
}

function Page({ rest: [name = 'money', ...rest] }: PageProps) {
  const tabs = tabsFor(name)
  if (name === 'server') return <ServerPage tabs={tabs} />
  if (name === 'tools') return <ToolsPage tabs={tabs} chosen={rest[0]} />
  return <MoneyPage tabs={tabs} />
}

/** The page `#owner`. */
export const part: Part = { Page, style: address }
