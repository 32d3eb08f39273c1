import { place } from '../store/place.ts'
import { titleOf } from './outlet.tsx'

/** The bar over what the address names: its title, and the search. */
export function Top() {
  return <h2 class="truncate">{titleOf(place.value)}</h2>
}
