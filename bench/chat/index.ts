import { machineLine, recordSection } from '../record.ts'
import { measureFetches } from './fetch.ts'

/** The parts of the bench; `npm run bench -- chat <part>` runs one of them. */
const parts = {
  fetch: { title: 'Fetching and searching messages', measure: measureFetches },
}

/** Measures the team chat, and records each part in a section of its own. */
export async function run(): Promise<void> {
  const wanted = process.argv[3]
  for (const [name, { title, measure }] of Object.entries(parts)) {
    if (wanted !== undefined && wanted !== name) continue
    const text = `${machineLine()}\n\n${await measure()}`
    console.log(text)
    recordSection(`chat-${name}`, `Team chat: ${title.toLowerCase()}`, text)
  }
}
