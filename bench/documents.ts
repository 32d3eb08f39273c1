import { run as runDocx } from './documents/docx.ts'
import { run as runOdt } from './documents/odt.ts'

/** Documents of other formats than HTML and PDF, made by several programs. A format may be named after the bench. */
const FORMATS: Readonly<Record<string, () => Promise<void>>> = { docx: runDocx, odt: runOdt }

/** Runs the named format, or all. */
export async function run(): Promise<void> {
  const named = process.argv[3]
  for (const [format, runFormat] of Object.entries(FORMATS)) {
    if (named === undefined || named === format) await runFormat()
  }
}
