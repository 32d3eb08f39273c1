import { envName } from '../../src/app/config/config.ts'
import { defaultOf } from '../../src/app/config/setting.ts'
import { SECRETS, SETTINGS } from '../../src/app/config/settings.ts'
import { limits } from '../../src/app/limits.ts'
import { errorTable } from '../../src/contract/errors.ts'
import { shares } from './shares/shares.ts'

/** A table of Markdown; bars in its cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Every setting by its flag and variable. */
export function settingTable(): string {
  return table(
    ['flag', 'environment', 'default', 'meaning'],
    Object.entries(SETTINGS).map(([name, setting]) => [
      `\`--${name}\``,
      `\`${envName(name)}\``,
      defaultOf(setting),
      setting.description,
    ]),
  )
}

/** Variables that hold secrets. */
export function secretTable(): string {
  return table(
    ['environment', 'meaning'],
    Object.values(SECRETS).map(({ variable, description }) => [`\`${variable}\``, description]),
  )
}

/** Every code of an error. */
export function errorRows(): string {
  return table(
    ['status', 'code', 'again later', 'meaning'],
    errorTable.map(({ code, status, retryable, meaning }) => [
      String(status),
      `\`${code}\``,
      retryable ? 'yes' : 'no',
      meaning,
    ]),
  )
}

/** Every limit with its value. */
export function limitTable(): string {
  return table(
    ['limit', 'value'],
    limits.map(({ meaning, value, unit }) => [meaning, `${value.toLocaleString('en')} ${unit}`]),
  )
}

/** How much of what one caller may have. */
export function shareTable(): string {
  return table(
    ['what', 'at most', 'counted for each', 'over it', 'setting'],
    shares.map(({ meaning, value, unit, counts, over, setting }) => [
      meaning,
      `${value.toLocaleString('en')} ${unit}`,
      counts,
      over,
      setting === undefined ? '' : `\`--${setting}\``,
    ]),
  )
}
