/** Writes `load` and `table` as `loadTable`. */
export function camel(verb: string, noun: string): string {
  return verb + noun.slice(0, 1).toUpperCase() + noun.slice(1)
}

/** Writes `load` and `table` as `LoadTable`. */
export function pascal(verb: string, noun: string): string {
  const text = camel(verb, noun)
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Writes `load` and `table` as `load_table`. */
export function snake(verb: string, noun: string): string {
  return `${verb}_${noun}`
}
