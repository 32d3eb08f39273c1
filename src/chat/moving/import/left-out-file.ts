import { constants } from 'node:fs'
import { copyFile, mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isThere } from '../../../files/archive/unpack.ts'
import { LEFT_OUT_FILE } from '../rows.ts'

/** A file with all that an import leaves out, for the operator only: it may be of direct messages. */
export interface LeftOutFile {
  /** Begins with what the conversion of the archive left out, and returns the length. */
  begin(folder: string): Promise<number>
  /** Writes lines from an offset on, over what a stopped run wrote there, and returns the end. */
  write(offset: number, lines: readonly string[]): Promise<number>
  /** Ends the file where what was committed ends. */
  end(bytes: number): Promise<void>
}

/** Writing from any place on; imports that older versions began have no file yet. */
const WRITE = constants.O_WRONLY | constants.O_CREAT

/** Opens the file of an import. */
export function openLeftOutFile(path: string): LeftOutFile {
  return {
    async begin(folder) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await (await open(path, 'w', 0o600)).close()
      const converted = join(folder, LEFT_OUT_FILE)
      if (!(await isThere(converted))) return 0
      await copyFile(converted, path)
      return (await stat(path)).size
    },
    async write(offset, lines) {
      const bytes = Buffer.from(lines.join(''))
      await using file = await open(path, WRITE, 0o600)
      await file.write(bytes, 0, bytes.byteLength, offset)
      return offset + bytes.byteLength
    },
    async end(bytes) {
      await using file = await open(path, WRITE, 0o600)
      await file.truncate(bytes)
    },
  }
}
