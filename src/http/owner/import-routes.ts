import { OperationError } from '../../contract/errors.ts'
import type { ImportDesk, OwnerDesk } from './desk.ts'
import type { OwnerRoute } from './route.ts'

/** Routes by which the owner imports archives: these bring accounts of any role, and messages that only some may read. */
export const IMPORT_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/owner/imports',
    summary: 'Archives that may be imported, and how far an import has come',
    work: async (_, { desk }) => shownImports(desk),
  },
  {
    method: 'POST',
    path: '/owner/imports',
    summary:
      'Import an archive that lies at the server or was uploaded, or see what an import would do (dry_run)',
    work: async ({ actor, fields }, { desk }) => {
      const upload = fields.get('upload')
      const named = fields.get('archive')
      const archive =
        typeof upload === 'string'
          ? await desk.takeArchive(actor.user.id, upload.replace(/^\/user_uploads\//, ''))
          : named
      if (typeof archive !== 'string') {
        throw new OperationError('invalid_input', 'Name an archive or an upload.', {
          specCode: 'BAD_REQUEST',
        })
      }
      await desk.startImport(archive, String(fields.get('dry_run')) === 'true')
      return shownImports(desk)
    },
  },
]

async function shownImports(desk: OwnerDesk): Promise<object> {
  const { folder, archives, job } = await desk.imports()
  return { folder, archives, job: job ? wireJob(job) : null }
}

function wireJob(job: NonNullable<ImportDesk['job']>) {
  const { archive, isTrial, isRunning, progress, report, failure } = job
  return {
    archive,
    dry_run: isTrial,
    is_running: isRunning,
    progress,
    failure: failure ?? null,
    report: report
      ? {
          source: report.source,
          messages_found: report.messagesFound,
          messages_left_out: report.messagesLeftOut,
          brought: report.brought,
          left_out: report.leftOut,
          left_out_path: report.leftOutPath ?? null,
          was_finished: report.wasFinished,
        }
      : null,
  }
}
