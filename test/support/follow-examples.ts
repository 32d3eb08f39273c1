import { DOCUMENTED_EXAMPLES, type DocumentedExample } from './documented-examples.ts'

type Known = Record<string, unknown>

/** Runs the examples one after the other; `known` is what they are given. Returns what each was answered. */
export async function followExamples<Answer>(
  known: Known,
  send: (path: string, example: DocumentedExample, request: Known) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const example of DOCUMENTED_EXAMPLES) {
    const path = example.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(known[name]))
    const request = fill(example.request ?? {}, known) as Known
    const answer = await send(path, example, request)
    answers.push(answer)
    for (const [name, place] of Object.entries(example.takes ?? {})) {
      known[name] = place.split('.').reduce<unknown>((at, step) => (at as Known)[step], answer)
    }
    known['url_rest'] = String(known['url']).replace('/user_uploads', '')
  }
  return answers
}

function fill(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, known))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, known)]))
  }
  const [, name] = (typeof value === 'string' && /^\{(\w+)\}$/.exec(value)) || []
  return name !== undefined && name in known ? known[name] : value
}
