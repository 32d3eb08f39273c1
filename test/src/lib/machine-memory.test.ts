import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readMachineMemory } from '../../../src/lib/machine-memory.ts'

const TOTAL = 16_000_000_000
const GIB = 2 ** 30

/** A root folder with the files that the kernel shows of control groups. */
function systemWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'machine-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return root
}

const SECOND = 'sys/fs/cgroup'
const FIRST = 'sys/fs/cgroup/memory'
/** As the first version says that there is no limit. */
const UNLIMITED = '9223372036854771712\n'

test.each<[string, Record<string, string>, number | undefined]>([
  ['no Linux', {}, undefined],
  [
    'the second version, no limit',
    { 'proc/self/cgroup': '0::/\n', [`${SECOND}/memory.max`]: 'max\n' },
    undefined,
  ],
  [
    'a container of the second version',
    { 'proc/self/cgroup': '0::/\n', [`${SECOND}/memory.max`]: `${GIB}\n` },
    GIB,
  ],
  [
    'a service with MemoryMax',
    {
      'proc/self/cgroup': '0::/system.slice/bellhop.service\n',
      [`${SECOND}/system.slice/bellhop.service/memory.max`]: '1887436800\n',
      [`${SECOND}/system.slice/memory.max`]: 'max\n',
    },
    1_887_436_800,
  ],
  [
    'a service that is slowed down before',
    {
      'proc/self/cgroup': '0::/bellhop.service\n',
      [`${SECOND}/bellhop.service/memory.max`]: 'max\n',
      [`${SECOND}/bellhop.service/memory.high`]: `${GIB}\n`,
    },
    GIB,
  ],
  [
    'a user whose slice is bound',
    {
      'proc/self/cgroup': '0::/user.slice/user-1000.slice/session-1.scope\n',
      [`${SECOND}/user.slice/user-1000.slice/session-1.scope/memory.max`]: 'max\n',
      [`${SECOND}/user.slice/user-1000.slice/memory.max`]: `${2 * GIB}\n`,
    },
    2 * GIB,
  ],
  [
    'the least of several',
    {
      'proc/self/cgroup': '0::/a/b\n',
      [`${SECOND}/a/b/memory.max`]: `${2 * GIB}\n`,
      [`${SECOND}/a/memory.max`]: `${GIB}\n`,
    },
    GIB,
  ],
  [
    'the first version',
    {
      'proc/self/cgroup': '5:cpu,cpuacct:/x\n4:memory:/app\n0::/\n',
      [`${FIRST}/app/memory.limit_in_bytes`]: `${GIB / 2}\n`,
      [`${FIRST}/memory.limit_in_bytes`]: UNLIMITED,
    },
    GIB / 2,
  ],
  [
    'a container of the first version, which is numbered as outside',
    {
      'proc/self/cgroup': '4:memory:/docker/4f1d\n',
      [`${FIRST}/memory.limit_in_bytes`]: `${GIB}\n`,
    },
    GIB,
  ],
  [
    'the first version beside the second',
    {
      'proc/self/cgroup': '4:memory:/app\n0::/app\n',
      [`${FIRST}/app/memory.limit_in_bytes`]: UNLIMITED,
      [`${FIRST}/memory.limit_in_bytes`]: UNLIMITED,
    },
    undefined,
  ],
  [
    'a limit over what the machine has',
    { 'proc/self/cgroup': '0::/\n', [`${SECOND}/memory.max`]: `${TOTAL * 2}\n` },
    undefined,
  ],
  [
    'files that hold nonsense',
    { 'proc/self/cgroup': 'nonsense\n', [`${SECOND}/memory.max`]: 'nonsense\n' },
    undefined,
  ],
])('%s', (_, files, limit) => {
  expect(readMachineMemory(systemWith(files), TOTAL)).toEqual(
    limit === undefined ? { bytes: TOTAL, from: 'machine' } : { bytes: limit, from: 'cgroup' },
  )
})

test('this machine has some', () => {
  expect(readMachineMemory().bytes).toBeGreaterThan(100_000_000)
})
