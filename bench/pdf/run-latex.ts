import { execFile } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const PRINT_MAX_MS = 120_000
const OUTPUT_MAX_BYTES = 50_000_000

/** Runs a program that prints, within a time. */
export async function run(program: string, args: readonly string[], input?: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const options = { timeout: PRINT_MAX_MS, maxBuffer: OUTPUT_MAX_BYTES }
    const child = execFile(program, args, options, (error) => (error ? reject(error) : resolve()))
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}

/** Prints a source of LaTeX with one of its programs. */
export async function runLatex(program: string, text: string, file: string): Promise<void> {
  const folder = `${file}.tex.d`
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'a.tex')
  await writeFile(path, text)
  const args = ['-interaction=nonstopmode', `-output-directory=${folder}`, path]
  // The second run knows the widths of long tables.
  for (let pass = 0; pass < 2; pass += 1) await run(program, args).catch(() => {})
  await rename(join(folder, 'a.pdf'), file)
  await rm(folder, { recursive: true })
}
