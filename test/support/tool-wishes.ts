/** What somebody wants, and the tools that do it, best first. */
export type Wish = readonly [wish: string, ...tools: string[]]

/** Wishes for which there is no tool. */
export const NONE: readonly string[] = [
  'book a flight to Rome',
  'play some music',
  'translate a poem into Latin',
  'bake a cake',
  'turn on the kitchen light',
  'run a python script',
  'weather in Berlin',
  'edit a video',
  'einen Tisch im Restaurant reservieren',
  'réserver un hôtel',
  'I need a taxi to the airport',
  'order a pizza',
  'compile my Rust program',
  'What is the capital of France?',
  'generate a picture of a cat',
  'Wie wird das Wetter morgen?',
  'buy concert tickets',
  'start the dishwasher',
  'solve a differential equation',
  'recipe for lasagne',
  'reproducir una canción',
  'den Drucker reparieren',
]
