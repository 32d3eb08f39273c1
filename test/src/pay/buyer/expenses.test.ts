import { expect, test } from 'vitest'
import { readExpenses } from '../../../../src/pay/buyer/expenses.ts'
import { Journal } from '../../../../src/pay/buyer/journal.ts'
import type { Store } from '../../../../src/store/port.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { authorization, policy } from '../../../support/journal-suite.ts'
import type { StoreBackend } from '../../../support/store-backend.ts'

await onBothDatabases((backend: StoreBackend) => {
  test('sums up by operation and by day what was spent or may be, and not what was released', async () => {
    const store: Store = await backend.open(backend.newLocation())
    const journal = new Journal(
      async () => store,
      'mine',
      () => Date.UTC(2026, 0, 3),
    )
    const at = (day: number) => Date.UTC(2026, 0, day, 23, 59, 59, 999)
    await journal.reserve(authorization('a', { signed_ms: at(1) }), policy)
    await journal.reserve(authorization('b', { signed_ms: at(1) + 1, operation: 'qr' }), policy)
    await journal.reserve(authorization('c', { signed_ms: at(2) }), policy)
    await journal.reserve(authorization('d', { signed_ms: at(2) }), policy)
    await journal.close('d', { state: 'released', reason: 'expired' })
    const { network } = authorization('a')
    expect(await readExpenses(store)).toEqual({
      operations: [
        { network, operation: 'extract', calls: 2, units: 4_000 },
        { network, operation: 'qr', calls: 1, units: 2_000 },
      ],
      days: [
        { network, day: '2026-01-02', calls: 2, units: 4_000 },
        { network, day: '2026-01-01', calls: 1, units: 2_000 },
      ],
    })
    await store.close()
  })
})
