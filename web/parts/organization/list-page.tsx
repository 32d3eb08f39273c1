import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Confirm, FormDialog } from '../../kit/forms.tsx'
import { Frame, type Tab } from '../../kit/frame.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'

/** A list of things that the organization has, each of which can be removed, and how one is added. */
export interface ListPage<Item> {
  title: string
  intro: string
  icon: IconName
  none: string
  /** What an item is for, shown where there is none. */
  hint: string
  load: (signal: AbortSignal) => Promise<readonly Item[]>
  keyOf: (item: Item) => string | number
  nameOf: (item: Item) => string
  about: (item: Item) => ComponentChildren
  picture?: (item: Item) => ComponentChildren
  fields: () => ComponentChildren
  add: (form: FormData) => Promise<void>
  remove: (item: Item) => Promise<void>
}

/** Shows a list of things that the organization has, with removing and adding. */
export function ListPage<Item>({ tabs, page }: { tabs: readonly Tab[]; page: ListPage<Item> }) {
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Item>()
  const { value, failure, reload } = useLoaded(page.load, [page])
  return (
    <Frame
      title={page.title}
      intro={page.intro}
      tabs={tabs}
      tabsLabel={w.organization.tabs}
      actions={
        <button type="button" class="button primary" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {w.add}
        </button>
      }
    >
      {!value && failure === undefined && <Loading />}
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      {value?.length === 0 && (
        <Empty icon={page.icon} title={page.none}>
          <p>{page.hint}</p>
        </Empty>
      )}
      {value && value.length > 0 && (
        <ul class="rows">
          {value.map((item) => (
            <li key={page.keyOf(item)}>
              {page.picture?.(item)}
              <span class="main-text">
                <b class="truncate">{page.nameOf(item)}</b>
                <span class="dim small">{page.about(item)}</span>
              </span>
              <button
                type="button"
                class="button small danger"
                aria-label={`${t.remove}: ${page.nameOf(item)}`}
                onClick={() => setRemoved(item)}
              >
                {t.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <FormDialog
          title={page.title}
          label={w.add}
          close={() => setAdding(false)}
          submit={async (form) => {
            await page.add(form)
            reload()
          }}
        >
          {page.fields()}
        </FormDialog>
      )}
      {removed !== undefined && (
        <Confirm
          title={t.remove}
          text={w.organization.removeText(page.nameOf(removed))}
          label={t.remove}
          close={() => setRemoved(undefined)}
          run={async () => {
            await page.remove(removed)
            reload()
          }}
        />
      )}
    </Frame>
  )
}
