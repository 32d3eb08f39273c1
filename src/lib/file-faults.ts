/** What a failed file operation is about: room on the disk, a setting or right that only the operator can mend, or anything else. */
export type FileFault = 'full' | 'setting' | 'other'

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** The path leads nowhere, or not for this process. None of this passes by itself. */
const SETTING = new Set('EACCES EPERM EROFS ENOTDIR EISDIR ELOOP ENAMETOOLONG'.split(' '))

/** Tells them apart by what the system says. */
export function fileFaultOf(thrown: unknown): FileFault {
  const code = (thrown as Partial<NodeJS.ErrnoException> | undefined)?.code ?? ''
  return FULL.has(code) ? 'full' : SETTING.has(code) ? 'setting' : 'other'
}
