import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs LibreOffice with a profile of its own. */
export function soffice(folder: string, parameters: readonly string[]): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', [profile, '--headless', ...parameters], {
    env: { ...process.env, LC_ALL: 'en_US.UTF-8' },
    stdio: 'ignore',
  })
}
