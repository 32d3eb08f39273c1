import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findNear } from '../../scripts/near.ts'

const root = join(import.meta.dirname, '../..')

test('what is near a change: itself, its room, and what names it, but not all that has it in a whole', () => {
  const sources = new Map([
    ['src/pdf/grid.ts', ''],
    ['src/pdf/table.ts', "import { grid } from './grid.ts'"],
    ['src/app/compose.ts', "await import('../pdf/table.ts')"],
    ['test/support/world.ts', "import { compose } from '../../src/app/compose.ts'"],
    ['test/support/pdf-child.ts', "import { table } from '../../src/pdf/table.ts'"],
    ['test/support/start-child.ts', "const CHILD = 'test/support/pdf-child.ts'"],
    ['test/src/pdf/rows.test.ts', ''],
    ['test/src/app/tables.test.ts', "import '../../../src/pdf/table.ts'"],
    ['test/src/app/compose.test.ts', "import '../../../src/app/compose.ts'"],
    ['test/src/net/world.test.ts', "import '../../support/world.ts'"],
    ['test/src/net/started.test.ts', "import '../../support/start-child.ts'"],
  ])
  expect(findNear(sources, ['src/pdf/grid.ts'])).toEqual([
    'test/src/app/tables.test.ts',
    'test/src/pdf/rows.test.ts',
  ])
  expect(findNear(sources, ['test/support/world.ts'])).toEqual(['test/src/net/world.test.ts'])
  expect(findNear(sources, ['test/src/net/world.test.ts'])).toEqual(['test/src/net/world.test.ts'])
})

test('a subject of the chat is tested beside its actions and beside its tools', () => {
  const files = globSync('{src,tools,test}/**/*.ts', { cwd: root })
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const near = findNear(sources, ['src/chat/personal/drafts.ts'])
  expect(near).toContain('test/tools/chat/personal/create-drafts.test.ts')
  expect(near.length).toBeLessThan(100)
})
