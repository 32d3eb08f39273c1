/** A Unicode emoji by one of its names. */
export interface NamedEmoji {
  name: string
  code: string
}

let loading: Promise<readonly NamedEmoji[]> | undefined

/** Every Unicode emoji by every name that the server knows, loaded once. */
export async function loadEmoji(): Promise<readonly NamedEmoji[]> {
  loading ??= fetchEmoji()
  try {
    return await loading
  } catch (thrown) {
    loading = undefined
    throw thrown
  }
}

async function fetchEmoji(): Promise<readonly NamedEmoji[]> {
  const response = await fetch('/static/emoji.json')
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const { code_to_names } = (await response.json()) as {
    code_to_names: Record<string, readonly string[]>
  }
  return Object.entries(code_to_names).flatMap(([code, names]) =>
    names.map((name) => ({ name, code })),
  )
}
