import { signal } from '@preact/signals'
import { type Place, readAddress } from '../lib/address.ts'

/** What the address names now. */
export const place = signal<Place>(readAddress(location.hash))

addEventListener('hashchange', () => void (place.value = readAddress(location.hash)))

/** Goes to a fragment, as a link does. */
export function go(hash: string): void {
  location.hash = hash
}
