/** What a zuliprc file tells (INI text with a section `[api]`), as clients of the public API keep accounts. */
export interface Zuliprc {
  email?: string
  key?: string
  site?: string
}

/** Reads the text of a zuliprc file; other sections and settings are passed over. */
export function parseZuliprc(text: string): Zuliprc {
  const found: Record<string, string> = {}
  let section = ''
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const trimmed = line.trim()
    if (/^[#;]/.test(trimmed)) continue
    const heading = /^\[([^\]]*)\]$/.exec(trimmed)
    if (heading) {
      section = heading[1] ?? ''
      continue
    }
    const split = trimmed.search(/[=:]/)
    if (section !== 'api' || split < 1) continue
    found[trimmed.slice(0, split).trim().toLowerCase()] = trimmed.slice(split + 1).trim()
  }
  const { email, key, site } = found
  return { ...(email ? { email } : {}), ...(key ? { key } : {}), ...(site ? { site } : {}) }
}

/** Writes a zuliprc file. */
export function formatZuliprc({ email, key, site }: Required<Zuliprc>): string {
  return `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`
}
