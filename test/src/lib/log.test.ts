import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const LOG = join(import.meta.dirname, '../../../src/lib/log.ts')

/** The lines that a program with a log writes to stderr. */
function linesOf(program: string): Record<string, unknown>[] {
  const source = `import { createLog } from ${JSON.stringify(LOG)}\n${program}`
  const { stderr, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', source],
    { encoding: 'utf8' },
  )
  expect(stdout).toBe('')
  return stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('lines of the first moment are written in their order, with those after them', () => {
  const lines = linesOf(`
    const log = createLog('info')
    for (let n = 0; n < 5; n++) log.info({ n }, 'early')
    setTimeout(() => log.warn({ n: 5, err: new Error('late') }, 'late'), 200)
  `)
  expect(lines.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5])
  expect(lines[0]).toMatchObject({
    level: 30,
    msg: 'early',
    time: expect.stringMatching(/^20.*Z$/),
  })
  expect(lines[5]).toMatchObject({ level: 40, msg: 'late', err: { message: 'late' } })
})

test('the last lines before a program ends are written', () => {
  const lines = linesOf(`createLog('warn').error('the last one'); process.exitCode = 3`)
  expect(lines).toMatchObject([{ level: 50, msg: 'the last one' }])
})

test('lines below the level are not written', () => {
  expect(linesOf(`createLog('warn').info('no')`)).toEqual([])
  expect(linesOf(`createLog('silent').error('no')`)).toEqual([])
})
