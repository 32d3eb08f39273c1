import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive that a test writes, and in what its list differs from what is true. */
export interface ZippedFile {
  name: string | Uint8Array
  content?: string | Uint8Array
  /** Its bytes as they are packed; deflated when absent. */
  packed?: Uint8Array
  /** 8 (deflated) when absent. */
  method?: number
  flags?: number
  /** Sizes and place that the list claims. */
  bytes?: number
  packedBytes?: number
  at?: number
}

/** Writes a zip archive of these texts; `claims` overrides the size that one of them says it has. */
export function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  claims: Readonly<Record<string, number>> = {},
): Buffer {
  return zipOfFiles(
    Object.entries(files).map(([name, content]) => ({
      name,
      content,
      ...(claims[name] === undefined ? {} : { bytes: claims[name] }),
    })),
  )
}

/** Writes a zip archive whose list may lie. */
export function zipOfFiles(files: readonly ZippedFile[]): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const file of files) {
    const content = Buffer.from(file.content ?? '')
    const { method = 8, flags = 0, bytes = content.length } = file
    const packed = file.packed ?? (method === 0 ? content : deflateRawSync(content))
    const { packedBytes = packed.length } = file
    const name = Buffer.from(file.name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(crc32(content), 14)
    local.writeUInt32LE(packedBytes, 18)
    local.writeUInt32LE(bytes, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(crc32(content), 16)
    entry.writeUInt32LE(packedBytes, 20)
    entry.writeUInt32LE(bytes, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(file.at ?? at, 42)
    bodies.push(local, name, Buffer.from(packed))
    entries.push(entry, name)
    at += 30 + name.length + packed.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length % 65_536, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, list, end])
}
