import { signal } from '@preact/signals'
import { upload } from '../../lib/upload.ts'
import { writingKey } from '../../store/writings.ts'
import { chatText as t } from '../../words/chat.ts'
import { append, type Target, write } from '../draft.ts'

/** A file on its way. */
export interface Upload {
  id: number
  /** What it is for, whatever is open meanwhile. */
  where: Target
  name: string
  size: number
  sent: number
  failure?: string
  /** Begins anew what has failed. */
  retry: () => void
  cancel: () => void
}

/** Files that are being uploaded, for all that is being written. */
export const uploads = signal<readonly Upload[]>([])

let count = 0

/** Files on their way for one destination. */
export function uploadsFor(where: Target): readonly Upload[] {
  const key = writingKey(where.to, where.choosesTopic)
  return uploads.value.filter((one) => writingKey(one.where.to, one.where.choosesTopic) === key)
}

/** Uploads files, and links to them in what is being written where they were begun. */
export function attach(where: Target, files: Iterable<File>): void {
  for (const file of files) void attachOne(where, file)
}

async function attachOne(where: Target, file: File): Promise<void> {
  const ends = new AbortController()
  const id = (count += 1)
  const { name, size } = file
  const drop = () => {
    uploads.value = uploads.value.filter((one) => one.id !== id)
    noteFiles(where)
  }
  const change = (changes: Partial<Upload>) => {
    uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...changes } : one))
  }
  const cancel = () => {
    ends.abort()
    drop()
  }
  const retry = () => {
    drop()
    void attachOne(where, file)
  }
  uploads.value = [...uploads.value, { id, where, name, size, sent: 0, retry, cancel }]
  noteFiles(where)
  try {
    const { url, filename } = await upload(file, (sent) => change({ sent }), ends.signal)
    const link = `[${filename.replaceAll(/[[\]]/g, '')}](${url})`
    append(where, `${file.type.startsWith('image/') ? '!' : ''}${link}\n`)
    drop()
  } catch (thrown) {
    if (ends.signal.aborted) return
    const reason = thrown instanceof Error ? thrown.message : ''
    change({ failure: `${t.uploadFailed(name)} ${reason}` })
  }
}

/** Notes with the text which files are on their way: should the tab end, the next one says what is missing. */
function noteFiles(where: Target): void {
  write(where, { files: uploadsFor(where).map(({ name }) => name) })
}
