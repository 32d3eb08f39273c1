import { randomUUID } from 'node:crypto'

/** A file that goes along with a request, whole. */
export interface FilePart {
  name: string
  bytes: Uint8Array
}

/** A body of fields and one file (RFC 7578), and its type. Global FormData needs a Response to write it, which the HTTP server of this process replaces. */
export function writeMultipart(
  fields: Readonly<Record<string, string>>,
  { name, bytes }: FilePart,
): { type: string; body: Uint8Array } {
  const boundary = `bellhop-${randomUUID()}`
  const head = (what: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${what}\r\n\r\n`)
  const parts = Object.entries(fields).flatMap(([field, value]) => [
    head(`name="${quoted(field)}"`),
    Buffer.from(`${value}\r\n`),
  ])
  const file = `name="filename"; filename="${quoted(name)}"\r\nContent-Type: application/octet-stream`
  const body = Buffer.concat([...parts, head(file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

/** A name as browsers write it (HTML standard, multipart/form-data). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
