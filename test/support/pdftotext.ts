import { execFileSync } from 'node:child_process'

const TEXT_MAX_BYTES = 100_000_000

/** The text of a file as pdftotext (Debian's poppler-utils) reads it; empty where it cannot. */
export function readWithPdftotext(program: string, file: string): string {
  try {
    return execFileSync(program, ['-q', '-enc', 'UTF-8', file, '-'], {
      encoding: 'utf8',
      maxBuffer: TEXT_MAX_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}
