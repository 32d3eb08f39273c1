/** Users one of whose words stands in a text as a word of its own, in any case. */
export function findAlerted(
  content: string,
  wordsByUser: ReadonlyMap<number, readonly string[]>,
): number[] {
  const text = content.toLowerCase()
  return [...wordsByUser]
    .filter(([, words]) => words.some((word) => holdsWord(text, word.toLowerCase())))
    .map(([userId]) => userId)
}

const INNER = /[\p{L}\p{N}_]/u

function holdsWord(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isBegun = at === 0 || !INNER.test(text.charAt(at - 1))
    if (isBegun && !INNER.test(text.charAt(at + word.length))) return true
  }
  return false
}
