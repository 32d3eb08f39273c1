const PAGE_BYTES = 30_000
const CONVERTED_BYTES = 8_000

const SENTENCE =
  'The harbour master writes down every ship that comes in with the tide, where it is from and what it carries. '

/** Words that stand at the beginning and at the end of the article with that name, and of no other. */
export function marksOf(name: string): [first: string, last: string] {
  return [`This is how ${name} begins.`, `This is how ${name} ends.`]
}

const FILLING = Array.from(
  { length: Math.ceil(PAGE_BYTES / (SENTENCE.length * 4 + 7)) },
  () => `<p>${SENTENCE.repeat(4)}</p>`,
).join('\n')

/** An article of some 30 KB with that name. */
export function articleOf(name: string): string {
  const [first, last] = marksOf(name)
  return `<!doctype html><html lang="en"><head><title>${name}</title></head><body><nav><a href="/">Home</a></nav><article><h1>${name}</h1><p>${first} ${SENTENCE.repeat(3)}</p>${FILLING}<p>${SENTENCE.repeat(3)} ${last}</p></article></body></html>`
}

const CELLS = Array.from({ length: Math.ceil(CONVERTED_BYTES / 40) }, (_, row) => [
  String(row),
  `ship number ${row}`,
  'from the north',
])

/** A table of some 8 KB as CSV, and its cells. */
export function tableOf(name: string): { csv: string; cells: string[][] } {
  const cells = [['ship', name, 'from'], ...CELLS]
  return { csv: cells.map((row) => row.join(',')).join('\n'), cells }
}
