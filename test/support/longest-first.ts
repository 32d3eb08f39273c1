import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute or about it: begun last, they would be waited for alone. */
const LONGEST =
  /\/(?:chat\/moving\/loses-nothing|e2e\/hostile-documents|qr\/qr-job|serve\/floods|system\/behind-proxies|pages\/newcomers-page|store\/restore|e2e\/chat\/live)\.test\.ts$/

/** Begins with the files that take longest, and goes on as usual. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const [first = [], others = []] = [true, false].map((isLong) =>
      usual.filter(({ moduleId }) => LONGEST.test(moduleId) === isLong),
    )
    return [...first, ...others]
  }
}
