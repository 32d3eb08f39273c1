import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  citationsIn,
  coverageProblems,
  type Requirement,
  type RequirementId,
  requirements,
  verifies,
} from './verifies.ts'

const testFolder = join(import.meta.dirname, '..')
const ownFile = join(import.meta.dirname, 'coverage.test.ts')

/** Citations of every test file but this one, whose samples are made up. */
function citationsOfAllTests() {
  const files = readdirSync(testFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(testFolder, name))
    .filter((path) => path !== ownFile)
  return files.map((path) => ({ path, ...citationsIn(readFileSync(path, 'utf8')) }))
}

describe('the requirements of both specs', () => {
  it('are each cited by a test', () => {
    const cited = citationsOfAllTests().flatMap(({ ids }) => ids)
    expect(coverageProblems(requirements, cited)).toEqual([])
  })

  it('are cited by string literals only', () => {
    const unreadable = citationsOfAllTests().filter((file) => file.unreadable.length > 0)
    expect(unreadable.map(({ path, unreadable: texts }) => ({ path, texts }))).toEqual([])
  })

  it('have ids that name their spec and section', () => {
    const misnamed = requirements.filter(({ id, section }) => {
      const [spec, number] = id.split(':')
      return !/^(utility|chat)$/.test(spec ?? '') || section.split(' ')[0] !== number
    })
    expect(misnamed).toEqual([])
  })

  it('cover every numbered section that states a behaviour', () => {
    const sections = (spec: string) =>
      new Set(
        requirements.filter(({ id }) => id.startsWith(spec)).map(({ id }) => id.split(':')[1]),
      )
    const utilitySections = '1 2.1 2.2 3 4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 5 7 8 9'
    const chatSections =
      '1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 3 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 5 6 7 8 9'
    expect([...sections('utility')]).toEqual(utilitySections.split(' '))
    expect([...sections('chat')]).toEqual(chatSections.split(' '))
  })
})

describe('coverageProblems', () => {
  const required: Requirement = { id: 'utility:4:1', section: '4', behaviour: 'method POST' }

  it('is content with what is cited, however often', () => {
    expect(coverageProblems([required], ['utility:4:1', 'utility:4:1'])).toEqual([])
  })

  it('reports a requirement that no test cites', () => {
    expect(coverageProblems([required], [])).toEqual([
      'utility:4:1 is cited by no test: method POST',
    ])
  })

  it('reports a cited id that no spec has', () => {
    expect(coverageProblems([required], ['utility:4:1', 'utility:4:99'])).toEqual([
      'utility:4:99 is cited but no spec has it',
    ])
  })

  it('reports an id that is listed twice', () => {
    expect(coverageProblems([required, required], ['utility:4:1'])).toEqual([
      'utility:4:1 is listed twice',
    ])
  })
})

describe('citationsIn', () => {
  it('reads one id, several ids and ids over several lines', () => {
    const source = [
      `  verifies('utility:4:1')`,
      `  verifies("utility:4:3", 'utility:7:400')`,
      `  verifies(`,
      `    'utility:9:version',`,
      `    'utility:9:paths',`,
      `  )`,
    ].join('\n')
    expect(citationsIn(source)).toEqual({
      ids: ['utility:4:1', 'utility:4:3', 'utility:7:400', 'utility:9:version', 'utility:9:paths'],
      unreadable: [],
    })
  })

  it('does not count a citation that is commented out', () => {
    const source = `  // verifies('utility:4:1')\n /* verifies('utility:4:3') */\n * verifies('utility:7:400')`
    expect(citationsIn(source)).toEqual({ ids: [], unreadable: [] })
  })

  it('reports arguments that it cannot read', () => {
    const source = '  verifies(id)\n  verifies(`utility:2.2:${field}`, "utility:4:1")'
    expect(citationsIn(source)).toEqual({
      ids: ['utility:4:1'],
      unreadable: ['id', '`utility:2.2:${field}`'],
    })
  })
})

describe('verifies', () => {
  it('accepts every listed id', () => {
    for (const { id } of requirements) expect(() => verifies(id as RequirementId)).not.toThrow()
  })

  it('refuses an id that no spec has, also to the compiler', () => {
    // @ts-expect-error -- not an id
    expect(() => verifies('utility:4:99')).toThrow('utility:4:99')
  })
})
