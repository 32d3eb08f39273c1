import { stderr, stdin } from 'node:process'
import { createInterface } from 'node:readline/promises'

/** Reads a line of the terminal. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: true })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}
