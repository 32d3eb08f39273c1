const ADDRESS = /[^\s()<>,;:"]{1,64}@[^\s()<>,;:"]{1,255}/

/**
 * The name in the text of a person: of `a@b.example (Ann Lee)`, `Ann Lee (a@b.example)` and
 * `Ann Lee <a@b.example>` it is Ann Lee; the address where there is no name.
 */
export function readPersonName(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, 1000)
  const address = ADDRESS.exec(line)?.[0]
  if (address === undefined) return line
  const name = line
    .replace(address, ' ')
    .replaceAll(/[<>()"]|mailto:/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,;:-]{1,10}|[\s,;:-]{1,10}$/g, '')
  return name === '' ? address : name
}
