import { signal } from '@preact/signals'
import { t } from '../lib/strings.ts'
import { place } from '../store/place.ts'
import { Icon } from '../ui/icon.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { searchWish } from './help.ts'

const load = async () => import('./search.tsx')

/** Whether the search was used: from then on it is there. */
const isUsed = signal(false)

/** Where one searches: a button until it is used, so that nobody waits for what they do not need. */
export function SearchField() {
  const isSearch = place.value.terms?.some(({ operator }) => operator === 'search') ?? false
  if (isUsed.value || isSearch || searchWish.value > 0) return <Loaded />
  return (
    <button
      type="button"
      class="search"
      onClick={() => {
        isUsed.value = true
        searchWish.value += 1
      }}
    >
      <Icon name="search" />
      <span class="dim">{t.search.label}</span>
    </button>
  )
}

function Loaded() {
  const { value } = useLoaded(load, [])
  return value ? <value.Search /> : null
}
