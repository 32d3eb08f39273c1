import { ViewBar } from '../chat/view-bar.tsx'
import { place } from '../store/place.ts'
import { titleOf } from './outlet.tsx'
import { Search } from './search.tsx'

/** The bar over what the address names: its title, and the search. */
export function Top() {
  const { terms } = place.value
  return (
    <>
      {terms ? (
        <ViewBar terms={terms} />
      ) : (
        <h1 class="view-title truncate">{titleOf(place.value)}</h1>
      )}
      <Search />
    </>
  )
}
