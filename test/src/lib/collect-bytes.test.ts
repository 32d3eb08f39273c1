import { expect, test } from 'vitest'
import { collectBytes } from '../../../src/lib/collect-bytes.ts'

test('a stream is read whole up to its cap, and no further than the chunk that passes it', async () => {
  let sent = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (; sent < 4;) {
      sent += 1
      yield Buffer.from([sent, sent])
    }
  }
  expect(await collectBytes(chunks(), 8)).toEqual(Buffer.from([1, 1, 2, 2, 3, 3, 4, 4]))
  sent = 0
  expect(await collectBytes(chunks(), 3)).toBeUndefined()
  expect(sent).toBe(2)
})
