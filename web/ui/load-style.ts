/** Stylesheets that were asked for. */
const loading = new Map<string, Promise<void>>()

/** Adds a stylesheet of this server, once, and waits until it applies. */
export async function loadStyle(address: string): Promise<void> {
  const before = loading.get(address)
  if (before) return before
  const loaded = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      loading.delete(address)
      link.remove()
      reject(new Error('A stylesheet could not be loaded.'))
    })
    document.head.append(link)
  })
  loading.set(address, loaded)
  return loaded
}

/** Waits for a script and its stylesheet: what it shows is never seen without. */
export async function withStyle<Module extends { style: string }>(
  script: Promise<Module>,
): Promise<Module> {
  const module = await script
  await loadStyle(module.style)
  return module
}
