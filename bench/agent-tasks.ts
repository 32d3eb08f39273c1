import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Outcome, type Product, runTasks } from './agent-tasks/run.ts'
import { startOutside, type Transport, TRANSPORTS } from './agent-tasks/stage.ts'
import type { Task } from './agent-tasks/task.ts'
import { tasks } from './agent-tasks/tasks/index.ts'
import { table } from './chat/table.ts'
import { machineLine, recordSection } from './record.ts'

const TEXT =
  'Each task is a script of the calls that a model would make first, wrong types, names and forms included, at a real Bellhop with a person who answers over plain HTTP, real documents and a local chain; it succeeds if the wanted result is in the answers or in the chat. Each is run twice: as hosts see it that hand on the text and the pictures of answers, and as those that hand on structured content alone where there is some. Tokens (o200k): names and arguments of calls, and what is handed on of answers; “ratio” is the dearer of the two by the cheaper, at most 1.15. Pictures, which cost the same in both, and the list of tools are not counted. “Before” is the product as it was before this work (commit 121a05a), by the shortest way that a model could find: if a first call was refused, that call and the right one. Tasks that were impossible then have no comparison.'

/** One product over one transport. */
interface Run {
  outcomes: Map<string, Outcome>
  toolTokens: number
}

/** Runs scripted tasks of agents. `npm run bench -- agent-tasks [--before <checkout>] [--only <part of a name>] [--over HTTP]`. */
export async function run(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { before: { type: 'string' }, only: { type: 'string' }, over: { type: 'string' } },
  })
  const { before, only = '', over } = values
  const transports = TRANSPORTS.filter((one) => over === undefined || over === one)
  const chosen = tasks.filter(({ name }) => name.includes(only))
  await using outside = await startOutside()
  const runOver = async (product: Product): Promise<Runs> => {
    const runs: Runs = {}
    for (const transport of transports) {
      runs[transport] = await runTasks(outside, transport, chosen, product)
    }
    return runs
  }
  const now = await runOver({})
  const then =
    before === undefined
      ? undefined
      : await runOver({ entry: join(resolve(before), 'src/cli/bellhop.js'), isBefore: true })
  const report = [machineLine(), TEXT, taskTable(chosen, now, then), totals(chosen, now, then)]
    .filter(Boolean)
    .join('\n\n')
  console.log(report)
  const failed = [...failures({ now, before: then }), ...unequal(now)]
  for (const line of failed) console.error(line)
  if (failed.length > 0) process.exitCode = 1
  else if (only === '') recordSection('agent-tasks', 'Tasks of agents', report)
}

type Runs = Partial<Record<Transport, Run>>

function taskTable(chosen: readonly Task[], now: Runs, then: Runs | undefined): string {
  return table(
    [
      'task',
      ...TRANSPORTS,
      'calls',
      'text',
      'structure',
      'ratio',
      ...(then ? ['before: calls', 'text', 'structure', 'ratio'] : []),
    ],
    chosen.map(({ name }) => [
      name,
      ...TRANSPORTS.map((transport) => cellText(now[transport], name)),
      ...costCells(now, name),
      ...(then ? costCells(then, name) : []),
    ]),
  )
}

function cellText(over: Run | undefined, name: string): string {
  const outcome = over?.outcomes.get(name)
  if (!outcome) return '–'
  if (outcome.kind === 'not there') return outcome.why
  return outcome.kind === 'done' ? 'ok' : 'failed'
}

/** Means of the transports. */
function costCells(runs: Runs, name: string): string[] {
  const cost = meanCost(runs, name)
  if (!cost) return ['–', '–', '–', '–']
  const counts = [cost.calls, cost.text, cost.structure].map((value) =>
    value.toFixed(Number.isInteger(value) || value > 99 ? 0 : 1),
  )
  return [...counts, ratioOf(cost).toFixed(2)]
}

function meanCost(runs: Runs, name: string) {
  const ends = Object.values(runs).map(({ outcomes }) => outcomes.get(name))
  const costs = ends.flatMap((outcome) => (outcome?.kind === 'done' ? outcome.cost : []))
  if (costs.length === 0 || costs.length < ends.length) return undefined
  const mean = (values: readonly number[]): number => sum(values) / values.length
  return {
    calls: mean(costs.map(({ calls }) => calls)),
    text: mean(costs.map(({ tokens }) => tokens.text)),
    structure: mean(costs.map(({ tokens }) => tokens.structure)),
  }
}

/** Dearest that one kind of host may be, by the cheaper one. */
const RATIO_MAX = 1.15

function ratioOf({ text, structure }: { text: number; structure: number }): number {
  return Math.max(text, structure) / Math.min(text, structure)
}

function unequal(now: Runs): string[] {
  return tasks.flatMap(({ name }) => {
    const cost = meanCost(now, name)
    if (!cost || ratioOf(cost) <= RATIO_MAX) return []
    return `${name}: ${cost.text} tokens as text, ${cost.structure} as structure`
  })
}

function totals(chosen: readonly Task[], now: Runs, then: Runs | undefined): string {
  if (!then) return ''
  const pairs = chosen.flatMap((task) => {
    const [after, before] = [meanCost(now, task.name), meanCost(then, task.name)]
    return after && before ? [{ task, after, before }] : []
  })
  const row = (name: string, of: typeof pairs): string[] => {
    const cells = (['calls', 'text', 'structure'] as const).map((unit) => {
      const [is, was] = [
        sum(of.map(({ after }) => after[unit])),
        sum(of.map(({ before }) => before[unit])),
      ]
      return `${was.toFixed(0)} → ${is.toFixed(0)} (${((is / was - 1) * 100).toFixed(0)} %)`
    })
    const ratios = of.map(({ after, before }) => Math.log(after.text / before.text))
    const mean = (Math.exp(sum(ratios) / of.length) - 1) * 100
    return [name, String(of.length), ...cells, `${mean.toFixed(0)} %`]
  }
  const lists = [then, now].map((runs) => runs.stdio?.toolTokens ?? 0)
  return [
    table(
      [
        'tasks that exist in both',
        'tasks',
        'calls',
        'text',
        'structure',
        'tokens a task (geometric mean)',
      ],
      [
        row('all', pairs),
        row(
          'without those whose first call was refused or misread',
          pairs.filter(({ task }) => !task.isHabit),
        ),
      ],
    ),
    `The default list of tools over stdio: ${lists[0]} → ${lists[1]} tokens of names, descriptions and inputs.`,
  ].join('\n\n')
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function failures(products: Record<'now' | 'before', Runs | undefined>): string[] {
  return Object.entries(products).flatMap(([product, runs]) =>
    TRANSPORTS.flatMap((transport) =>
      [...(runs?.[transport]?.outcomes ?? [])].flatMap(([name, outcome]) =>
        outcome.kind === 'failed' ? [`${product}, ${transport}, ${name}: ${outcome.problem}`] : [],
      ),
    ),
  )
}
