import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LogLines } from '../../../src/lib/log-lines.ts'
import { seededRandom } from '../../support/seeded-random.ts'

/** A pipe with a name, whose reader comes, reads and goes as the test says. */
function openPipe() {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  let reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(path, constants.O_WRONLY)
  onTestFinished(() => {
    closeSync(writer)
    rmSync(folder, { recursive: true, force: true })
  })
  const bytes = Buffer.alloc(1_000_000)
  let text = ''
  return {
    writer,
    /** What was read, until now. */
    text: () => text,
    read() {
      for (;;) {
        try {
          const count = readSync(reader, bytes)
          if (count === 0) return
          text += bytes.toString('utf8', 0, count)
        } catch {
          return
        }
      }
    },
    leave: () => closeSync(reader),
    comeBack() {
      reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    },
  }
}

const lostLine = (lost: number) => `${JSON.stringify({ lost })}\n`

test.each(Array.from({ length: 8 }, (_, seed) => seed))(
  'of a reader who sleeps, goes and comes back, nobody waits, and each line is read whole or counted as lost (%i)',
  (seed) => {
    const random = seededRandom(seed)
    const pipe = openPipe()
    const lines = new LogLines(pipe.writer, lostLine)
    let written = 0
    let isThere = true
    const write = () => {
      lines.write(`${JSON.stringify({ n: written, text: 'é'.repeat(random() * 6_000) })}\n`)
      written += 1
    }
    for (let step = 0; step < 600; step += 1) {
      const dice = random()
      if (dice < 0.02) {
        if (isThere) {
          // Bytes in the pipe go with its last reader, as with any pipe.
          pipe.read()
          pipe.leave()
        } else pipe.comeBack()
        isThere = !isThere
      } else if (dice < 0.05 && isThere) pipe.read()
      else write()
    }
    if (!isThere) pipe.comeBack()
    // Each line takes along what waits, as far as there is room.
    for (let step = 0; step < 60; step += 1) {
      pipe.read()
      write()
    }
    pipe.read()
    pipe.leave()
    const read = pipe
      .text()
      .split('\n')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as { n?: number; lost?: number }]
        } catch {
          // The beginning of a line whose rest was lost.
          return []
        }
      })
    const numbers = read.flatMap(({ n }) => n ?? [])
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    expect(numbers.length + lines.lostCount).toBe(written)
    expect(read.reduce((sum, { lost = 0 }) => sum + lost, 0)).toBe(lines.lostCount)
    expect(lines.lostCount).toBeGreaterThan(0)
  },
)

test('a full disk costs the lines and nothing else', () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const lines = new LogLines(full, lostLine)
  for (let count = 1; count <= 3; count += 1) {
    lines.write('{}\n')
    expect(lines.lostCount).toBe(count)
  }
})
