import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { principalOfUser } from '../../../../src/core/run/principals.ts'
import { localFiles } from '../../../../src/files/local.ts'
import { BytePace } from '../../../../src/lib/byte-pace.ts'
import { startChatWorld } from '../../../support/chat-world.ts'
import { MovedClock } from '../../../support/moved-clock.ts'
import { announce, sendBytes } from '../../../support/upload-space.ts'

const FILE_BYTES = 3_000_000
const WAIT_MS = 300

test.each(['whole', 'in pieces'])(
  'the bytes of an upload are counted for who sends them, and wait where these are too fast (%s)',
  async (way) => {
    const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const clock = new MovedClock()
    await using world = await startChatWorld({
      files: { maxMib: 50, ...localFiles(folder) },
      http: { paces: { uploads: new BytePace(() => 1, clock) } },
    })
    const { owner } = world
    let bytes = 0
    const count = vi.spyOn(BytePace.prototype, 'count').mockImplementation((who, more) => {
      expect(who).toBe(principalOfUser(owner.id).id)
      bytes += more
      return bytes === more ? WAIT_MS : 0
    })
    onTestFinished(() => count.mockRestore())
    const startedMs = clock.now()
    const { status } = await clock.run<{ status: number }>(
      way === 'whole'
        ? sendBytes(world, owner, FILE_BYTES)
        : announce(world, owner, FILE_BYTES, 'x'.repeat(FILE_BYTES)),
    )
    expect([200, 201]).toContain(status)
    expect(clock.now() - startedMs).toBe(WAIT_MS)
    expect(bytes).toBeGreaterThanOrEqual(FILE_BYTES)
  },
)
