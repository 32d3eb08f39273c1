import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openWabt from 'wabt'
import {
  FEATURE_BYTES_BITS,
  LEAF_BIT,
  NODE_BYTES,
  NUMBER_BYTES,
  THRESHOLD_AT,
  VALUE_AT,
} from '../src/extract/content/model/forest-nodes.ts'

/** Where the program is kept that walks through the trees of a forest. */
export const FOREST_PROGRAM = 'src/extract/content/model/forest-program.ts'

/** Rows that go down a tree at once. With more, the processor runs out of registers. */
const LANES = Array.from({ length: 8 }, (_, lane) => lane)
const FEATURE_MASK = ((1 << FEATURE_BYTES_BITS) - 1) & ~LEAF_BIT

const get = (name: string): string => `(local.get $${name})`
const set = (name: string, value: string): string => `(local.set $${name} ${value})`
const add = (left: string, right: string): string => `(i32.add ${left} ${right})`
const constant = (value: number): string => `(i32.const ${value})`

/** Loads the node that each lane is at. */
const load = (lane: number): string => set(`node${lane}`, `(i32.load ${get(`at${lane}`)})`)

/** Goes from a node to the one below: the right one lies behind the left one. At a leaf, nothing is greater than its threshold. */
function stepDown(lane: number): string {
  const node = get(`node${lane}`)
  const feature = add(get(`row${lane}`), `(i32.and ${node} ${constant(FEATURE_MASK)})`)
  const isRight = `(f32.gt (f32.load ${feature}) (f32.load offset=${THRESHOLD_AT} ${get(`at${lane}`)}))`
  const left = `(i32.shr_u ${node} ${constant(FEATURE_BYTES_BITS)})`
  return set(`at${lane}`, add(left, `(i32.mul ${isRight} ${constant(NODE_BYTES)})`))
}

/** Adds the value of the leaf that a lane is at. */
function addValue(lane: number): string {
  const sum = `offset=${lane * NUMBER_BYTES} ${get('sum')}`
  return `(f32.store ${sum} (f32.add (f32.load ${sum}) (f32.load offset=${VALUE_AT} ${get(`at${lane}`)})))`
}

/** Takes lanes down a tree until all are at a leaf, and adds what these say. */
function walk(lanes: readonly number[]): string {
  const all = lanes
    .map((lane) => get(`node${lane}`))
    .reduce((one, next) => `(i32.and ${one} ${next})`)
  return `
    ${lanes.map((lane) => set(`at${lane}`, get('root'))).join(' ')}
    (block $ended (loop $step
      ${lanes.map(load).join('\n      ')}
      (br_if $ended (i32.and ${all} ${constant(LEAF_BIT)}))
      ${lanes.map(stepDown).join('\n      ')}
      (br $step)))
    ${lanes.map(addValue).join('\n    ')}`
}

/** The program as WebAssembly text: `addTrees` adds to each sum what the trees of a forest say of its row. */
function forestText(): string {
  const locals = LANES.map(
    (lane) => `(local $at${lane} i32) (local $node${lane} i32) (local $row${lane} i32)`,
  )
  const rows = LANES.map((lane) =>
    set(`row${lane}`, lane === 0 ? get('row') : add(get(`row${lane - 1}`), get('stride'))),
  )
  const behind = add(get(`row${LANES.length - 1}`), get('stride'))
  return `(module
  (memory (export "memory") 64 64)
  (func (export "addTrees") (param $roots i32) (param $rootsEnd i32)
      (param $rows i32) (param $rowsEnd i32) (param $stride i32) (param $sums i32)
    (local $root i32) (local $row i32) (local $sum i32)
    ${locals.join('\n    ')}
    (block $done (loop $trees
    (br_if $done (i32.ge_u ${get('roots')} ${get('rootsEnd')}))
    ${set('root', `(i32.load ${get('roots')})`)} ${set('row', get('rows'))} ${set('sum', get('sums'))}
    (block $few (loop $many
    ${rows.join(' ')}
    (br_if $few (i32.gt_u ${behind} ${get('rowsEnd')}))
    ${walk(LANES)}
    ${set('row', behind)} ${set('sum', add(get('sum'), constant(LANES.length * NUMBER_BYTES)))}
    (br $many)))
    (block $next (loop $one
    (br_if $next (i32.ge_u ${get('row')} ${get('rowsEnd')}))
    ${set('row0', get('row'))}
    ${walk([0])}
    ${set('row', add(get('row'), get('stride')))} ${set('sum', add(get('sum'), constant(NUMBER_BYTES)))}
    (br $one)))
    ${set('roots', add(get('roots'), constant(NUMBER_BYTES)))}
    (br $trees)))))`
}

/** The module that holds the program. */
export async function forestProgram(): Promise<string> {
  const wabt = await openWabt()
  const { buffer } = wabt.parseWat('forest.wat', forestText()).toBinary({})
  return `// Written by \`npm run docs\`, of what scripts/assemble-forest.ts says.

/** The program that walks through the trees of a forest, as WebAssembly in base64. */
export const FOREST_PROGRAM =
  '${Buffer.from(buffer).toString('base64')}'
`
}

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '..', FOREST_PROGRAM), await forestProgram())
