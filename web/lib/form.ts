import { asText } from './as-text.ts'

/** The text of a field of a form; empty for none and for a file. */
export function fieldText(form: FormData, name: string): string {
  return asText(form.get(name))
}
