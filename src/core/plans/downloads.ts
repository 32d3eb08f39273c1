import type { Services } from '../../contract/operation.ts'

/** The count of downloads, which may refuse one. */
export interface DownloadCount {
  /** Throws where nothing more may be downloaded. */
  admit(): Promise<void>
  /** Counts bytes that came over the network, whatever became of the download. */
  count(bytes: number): Promise<void>
}

/**
 * Services whose downloads are counted: bodies of fetches, each before its caller has it, and all that comes for a page in a browser.
 * Where an operation runs another one, whose services are counted anew, only the first count is told.
 */
export function countDownloads(services: Services, { admit, count }: DownloadCount): Services {
  const { fetch, browser, log } = services
  const counting = async <T>(download: (arrived: (bytes: number) => void) => Promise<T>) => {
    let came = 0
    try {
      return await download((bytes) => void (came += bytes))
    } finally {
      // What was downloaded is not lost because it could not be counted; the next call finds the store away.
      if (came > 0) {
        await count(came).catch((err: unknown) =>
          log.warn({ err, bytes: came }, 'a download could not be counted'),
        )
      }
    }
  }
  return {
    ...services,
    fetch: async (url, options) =>
      counting(async (arrived) =>
        fetch(url, {
          ...options,
          arrived,
          // After its turn has come: what only waits is not under way.
          async permit(hop) {
            await admit()
            await options.permit?.(hop)
          },
        }),
      ),
    browser: browser && {
      ...browser,
      async render(url, options) {
        await admit()
        return counting(async (arrived) => browser.render(url, { ...options, arrived }))
      },
      async shoot(url, options) {
        await admit()
        return counting(async (arrived) => browser.shoot(url, { ...options, arrived }))
      },
    },
  }
}
