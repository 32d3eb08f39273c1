import { stderr, stdin } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Reads a line of the terminal. */
export async function readLine(question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: true })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

/** Reads a line of the terminal without showing it. */
export async function readHiddenLine(question: string): Promise<string> {
  stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    stderr.write('\n')
  }
}
