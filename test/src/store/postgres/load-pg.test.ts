import { execFileSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, '../../../../src/store/postgres/load-pg.ts')

test('an address without a name signs in as the user of the system, whose name the environment may lack', () => {
  const { USER: _user, USERNAME: _username, PGUSER: _pgUser, ...env } = process.env
  const program = `const { loadPg } = await import(${JSON.stringify(MODULE)})
    const { Client } = await loadPg()
    console.log(new Client('postgres:///bellhop?host=/nowhere').user)`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env,
    encoding: 'utf8',
  })
  expect(said.trim()).toBe(userInfo().username)
})
