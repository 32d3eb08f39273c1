/** How many of a list are shown, and where not all are, how to see others. `query` is whether its tool finds by part of a name. */
export function countLine(listed: number, total: number, things: string, query = true): string {
  const count = `${listed} of ${total} ${things}`
  if (listed >= total) return count
  return `${count}; for others raise limit${query ? ', or give a part of the name as query' : ''}`
}
