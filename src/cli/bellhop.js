#!/usr/bin/env node
// @ts-check
// JavaScript, so that any Node can read it, and that of the rest none is compiled before there is a cache for it.
// No named import: one that an old Node lacks would fail before the version is looked at.
import module from 'node:module'

const NODE_MINIMUM = [22, 22, 2]

const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number)
const [needMajor = 0, needMinor = 0, needPatch = 0] = NODE_MINIMUM
const isNewEnough =
  major > needMajor ||
  (major === needMajor && (minor > needMinor || (minor === needMinor && patch >= needPatch)))

if (isNewEnough) {
  // Everything else is imported after this, so that a second start finds it compiled.
  module.enableCompileCache()
  const { main } = await import('./main.ts')
  process.exitCode = await main(process.argv.slice(2))
} else {
  process.stderr.write(
    `Bellhop needs Node ${NODE_MINIMUM.join('.')} or newer; this is ${process.versions.node}.\n`,
  )
  process.exitCode = 2
}
