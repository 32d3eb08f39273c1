import { signal } from '@preact/signals'
import { chatText as t } from '../../words/chat.ts'
import { draft, setDraft, startWriting } from '../draft.ts'

/** A file on its way. */
export interface Upload {
  key: number
  name: string
  size: number
  sent: number
  isDone: boolean
  failure?: string
  cancel: () => void
}

/** Files that are being uploaded for what is being written. */
export const uploads = signal<readonly Upload[]>([])

let count = 0

/** Uploads files, and links to them in what is being written. */
export function attach(files: FileList | null | undefined): void {
  for (const file of files ?? []) void attachOne(file)
  startWriting()
}

async function attachOne(file: File): Promise<void> {
  const ends = new AbortController()
  const key = (count += 1)
  const drop = () => {
    uploads.value = uploads.value.filter((one) => one.key !== key)
  }
  const change = (changes: Partial<Upload>) => {
    uploads.value = uploads.value.map((one) => (one.key === key ? { ...one, ...changes } : one))
  }
  const cancel = () => {
    ends.abort()
    drop()
  }
  const { name, size } = file
  uploads.value = [...uploads.value, { key, name, size, sent: 0, isDone: false, cancel }]
  try {
    const { upload } = await import('../../lib/upload.ts')
    const { url, filename } = await upload(file, (sent) => change({ sent }), ends.signal)
    const link = `[${filename.replaceAll(/[[\]]/g, '')}](${url})`
    const embed = file.type.startsWith('image/') ? `!${link}` : link
    const { text } = draft.value
    setDraft(`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${embed}\n`)
    drop()
  } catch (thrown) {
    if (ends.signal.aborted) return
    const reason = thrown instanceof Error ? thrown.message : ''
    change({ failure: `${t.uploadFailed(name)} ${reason}`, isDone: true })
  }
}
