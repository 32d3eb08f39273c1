import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  dev?: boolean
  devOptional?: boolean
  license?: string
  resolved?: string
  hasInstallScript?: boolean
  deprecated?: string
}

const root = join(import.meta.dirname, '../..')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
/** Platform binaries of a peer that is optional (viem's typescript): no user gets them with us. */
const OPTIONAL_PEERS = /^node_modules\/@typescript\/typescript-/
const production = packages.filter(
  ([path, { dev, devOptional }]) => !dev && !devOptional && !OPTIONAL_PEERS.test(path),
)

const LICENCES =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|MPL-2\.0|BlueOak-1\.0\.0|PSF-2\.0|Python-2\.0)( OR .*)?\)?$/

/** Every installed package needs review; this limits their number. The authorization server brings 39, most of them parts of koa. */
const PRODUCTION_PACKAGES_MAX_COUNT = 180

test('nothing that users install runs a script while being installed', () => {
  const scripted = production.filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(scripted.map(([path]) => path)).toEqual([])
})

test('npm has nothing to warn of: what runs a script is allowed to, and nothing is deprecated', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(scripted.map(([path]) => path.replace('node_modules/', ''))).toEqual(
    Object.keys(manifest.allowScripts),
  )
  expect(packages.filter(([, { deprecated }]) => deprecated).map(([path]) => path)).toEqual([])
})

test('everything that users install has a licence we accept', () => {
  const others = production.filter(([, { license = 'none' }]) => !LICENCES.test(license))
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})

test('everything comes from the registry', () => {
  const elsewhere = packages.filter(
    ([, { resolved }]) => resolved && /^(git|http:|file:)/.test(resolved),
  )
  expect(elsewhere.map(([path]) => path)).toEqual([])
})

test('the list of what users install stays short', () => {
  expect(production.length).toBeGreaterThan(10)
  expect(production.length).toBeLessThanOrEqual(PRODUCTION_PACKAGES_MAX_COUNT)
})

test('dependencies are pinned and each is explained in docs/decisions/packages.md', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const decisions = readFileSync(join(root, 'docs/decisions/packages.md'), 'utf8')
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(decisions.includes(`\`${name}\``), `${name} is not explained`).toBe(true)
  }
})
