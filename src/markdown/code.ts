function longestRun(code: string): number {
  let longest = 0
  if (!code.includes('`')) return longest
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

/** A code span; empty for empty code. */
export function codeSpan(code: string, inTable: boolean): string {
  const line = code.replaceAll(/\r\n?|\n/g, ' ')
  if (line === '') return ''
  const run = '`'.repeat(shortestUnused(line))
  const padded =
    line.startsWith('`') || line.endsWith('`') || (/^ .* $/.test(line) && /[^ ]/.test(line))
      ? ` ${line} `
      : line
  return run + (inTable ? padded.replaceAll('|', '\\|') : padded) + run
}

/** Length of the shortest run of backticks that the code does not hold. */
function shortestUnused(code: string): number {
  if (!code.includes('`')) return 1
  const lengths = new Set<number>()
  for (const [run] of code.matchAll(/`+/g)) lengths.add(run.length)
  let length = 1
  while (lengths.has(length)) length += 1
  return length
}

/** A fence for a code block: a run of backticks longer than any in the code, at least three. */
export function fenceFor(code: string): string {
  return '`'.repeat(Math.max(3, longestRun(code) + 1))
}

/** A fenced code block. */
export function codeBlock(code: string, language: string): string {
  const fence = fenceFor(code)
  const body = code.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  return `${fence}${language}\n${body}${body === '' ? '' : '\n'}${fence}`
}
