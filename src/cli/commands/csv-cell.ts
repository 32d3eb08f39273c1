/** One cell of CSV (RFC 4180); a spreadsheet must not take a text of a stranger for a formula. */
export function csvCell(value: string | boolean | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
