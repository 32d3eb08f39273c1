import type { Writing } from '../../store/writings.ts'
import { Icon } from '../../ui/icon.tsx'
import { chatText as t } from '../../words/chat.ts'
import { t as frame } from '../../words/frame.ts'
import { write } from '../draft.ts'
import { uploadsFor } from './attach.ts'

/** Files on their way into a text, and those that a tab which has ended did not bring there. */
export function Files({ writing }: { writing: Writing }) {
  const uploads = uploadsFor(writing)
  const names = new Set(uploads.map(({ name }) => name))
  const missing = writing.files.filter((name) => !names.has(name))
  if (uploads.length + missing.length === 0) return null
  return (
    <ul class="uploads">
      {uploads.map(({ id, name, sent, size, failure, retry, cancel }) => (
        <li key={id} role={failure === undefined ? undefined : 'alert'}>
          <span class="truncate">{failure ?? t.uploading(name)}</span>
          {failure === undefined ? (
            <progress max={size} value={sent} aria-label={t.uploading(name)} />
          ) : (
            <button type="button" class="button small" onClick={retry}>
              {frame.retry}
            </button>
          )}
          <Drop label={`${t.cancel}: ${name}`} drop={cancel} />
        </li>
      ))}
      {missing.length > 0 && (
        <li>
          <span>{t.notUploaded(missing.join(', '))}</span>
          <Drop
            label={frame.close}
            drop={() => write(writing, { files: writing.files.filter((name) => names.has(name)) })}
          />
        </li>
      )}
    </ul>
  )
}

function Drop({ label, drop }: { label: string; drop: () => void }) {
  return (
    <button type="button" class="button icon small" aria-label={label} onClick={drop}>
      <Icon name="cross" size={14} />
    </button>
  )
}
