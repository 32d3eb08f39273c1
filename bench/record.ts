import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../docs/benchmarks.md')

/** When and on what a figure was taken, for the head of a section. */
export function machineLine(): string {
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, Node ${process.versions.node}, ${cpus().length} shared cores: read ratios, not milliseconds.`
}

/** Replaces one section of docs/benchmarks.md, leaving the others alone. */
export function recordSection(name: string, title: string, text: string): void {
  const fresh = `<!-- ${name}:start -->\n## ${title}\n\n${text.trim()}\n<!-- ${name}:end -->`
  const current = readFileSync(FILE, 'utf8')
  const section = new RegExp(`<!-- ${name}:start -->[\\s\\S]*?<!-- ${name}:end -->`)
  const next = section.test(current)
    ? current.replace(section, () => fresh)
    : `${current.trimEnd()}\n\n${fresh}\n`
  writeFileSync(FILE, next)
}
