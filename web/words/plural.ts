/** How many of something: `plural(2, 'message', 'messages')`. */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
