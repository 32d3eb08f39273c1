import { effect } from '@preact/signals'
import { call } from '../../lib/api.ts'
import { state } from '../state.ts'
import { deleted, isPosted, writings } from './writings.ts'

/**
 * Deletes drafts that were sent for a text, but came to the server late, or without a word of it having come back: by now the text has
 * another draft, or was sent.
 */
export function deleteStrays(): void {
  effect(() => {
    for (const writing of writings.value.values()) {
      if (!writing.isOwn || (writing.draftId === undefined && writing.text !== '')) continue
      for (const one of state.drafts.value) {
        if (one.id === writing.draftId || deleted.has(one.id) || !isPosted(one, writing)) continue
        deleted.add(one.id)
        // Should it stay, the next tab that has the text finds it.
        void call('DELETE', `drafts/${one.id}`).catch(() => {})
      }
    }
  })
}
