/**
 * Whether a JSON text, which parses, holds an object that has a key twice: readers differ in which of the
 * two they believe. Linear, without recursion.
 */
export function hasKeyTwice(json: string): boolean {
  const seen: (Set<string> | undefined)[] = []
  const tokens = json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)
  let text: string | undefined
  for (const [token] of tokens) {
    if (token === '{') seen.push(new Set())
    else if (token === '[') seen.push(undefined)
    else if (token === '}' || token === ']') seen.pop()
    else if (token === ':') {
      const keys = seen.at(-1)
      const key = text === undefined ? '' : String(JSON.parse(text))
      if (keys?.has(key)) return true
      keys?.add(key)
    } else text = token
  }
  return false
}
