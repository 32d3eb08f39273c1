import { useEffect } from 'preact/hooks'
import { isAdmin } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

/** How often it is asked how far something has come that is under way, in milliseconds. */
const ASK_AGAIN_MS = 2_000

/** How far an export has come that is being written. */
export interface ExportProgress {
  id: number
  written: number
  /** 0 before it is known. */
  total: number
}

/** How far an import has come. */
export interface ImportProgress {
  id: string
  is_finished: boolean
  at: string | null
  files: number
  total: number
  brought: Readonly<Record<string, number>>
  left_out: Readonly<Record<string, number>>
}

/** An import that was begun here, or a trial of one. */
export interface ImportJob {
  archive: string
  dry_run: boolean
  is_running: boolean
  progress: { step: string; done: number; total: number }
  failure: string | null
  report: {
    source: string
    messages_found: number
    messages_left_out: number
    brought: Readonly<Record<string, number>>
    left_out: Readonly<Record<string, number>>
    left_out_path: string | null
    was_finished: boolean
  } | null
}

/** Archives that lie at the server, and what was done with one of them. */
export interface ImportDesk {
  folder: string
  archives: readonly { name: string; bytes: number }[]
  job: ImportJob | null
}

/** Exports of the organization and imports into it. */
export interface Moving {
  exports: readonly ExportProgress[]
  imports: readonly ImportProgress[]
}

const NOTHING: Moving = { exports: [], imports: [] }

/** Asks how far exports and imports have come, again and again while some are under way. */
export function useMoving(isExporting: boolean): Moving & { askAgain: () => void } {
  const { value = NOTHING, reload } = useLoaded(
    async (signal) => (isAdmin() ? call<Moving>('GET', '/owner/moving', {}, signal) : NOTHING),
    [isExporting],
  )
  const isMoving = isExporting || value.imports.some((one) => !one.is_finished)
  useEffect(() => {
    const timer = isMoving ? setTimeout(reload, ASK_AGAIN_MS) : undefined
    return () => clearTimeout(timer)
  }, [isMoving, value])
  return { ...value, askAgain: reload }
}
