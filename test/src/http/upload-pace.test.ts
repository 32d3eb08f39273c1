import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localFiles } from '../../../src/files/local.ts'
import { PACE_BURST_BYTES } from '../../../src/lib/byte-pace.ts'
import { type Person, startChatWorld } from '../../support/chat-world.ts'
import { announce, sendBytes } from '../../support/upload-space.ts'

/** What whoever has sent almost the burst waits for with the next upload, at least. */
const WAIT_MIN_MS = 400
const NEXT_BYTES = 8_000_000

/** Keeps the event loop at work for most of its time. */
function stayBusy(): Disposable {
  let next: NodeJS.Immediate
  const spin = () => {
    const endMs = performance.now() + 2
    while (performance.now() < endMs);
    next = setImmediate(spin)
  }
  next = setImmediate(spin)
  return { [Symbol.dispose]: () => clearImmediate(next) }
}

test.each(['whole', 'in pieces'])(
  'who uploads much while the server is busy waits, and others do not (%s)',
  async (way) => {
    const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await using world = await startChatWorld({ files: { maxMib: 50, ...localFiles(folder) } })
    const bob = await world.add('Bob')
    const send = async (person: Person, bytes: number) =>
      way === 'whole'
        ? (await sendBytes(world, person, bytes)).status
        : (await announce(world, person, bytes, 'x'.repeat(bytes))).status
    const timeOf = async (sending: Promise<number>) => {
      const startedMs = performance.now()
      expect([200, 201]).toContain(await sending)
      return performance.now() - startedMs
    }
    using _ = stayBusy()
    await new Promise((resolve) => setTimeout(resolve, 600))
    await timeOf(send(world.owner, PACE_BURST_BYTES - 1_000_000))
    const [more, others] = await Promise.all(
      [world.owner, bob].map(async (person) => timeOf(send(person, NEXT_BYTES))),
    )
    expect(more! - others!).toBeGreaterThan(WAIT_MIN_MS)
  },
)
